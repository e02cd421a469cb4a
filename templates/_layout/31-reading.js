// The reader's place: links on headings, the section in the contents, the switch of languages.
(() => {
  "use strict";
  const heads = [...document.querySelectorAll("main :is(h2, h3, h4)[id]")];
  const words = document.querySelector("#contents [data-heading-link]")?.dataset.headingLink ?? "#";
  for (const head of heads) {
    const link = document.createElement("a");
    link.className = "anchor";
    link.href = `#${head.id}`;
    link.setAttribute("aria-label", words);
    link.textContent = "\u2060#"; // joined to the last word, lest it stand on a line of its own
    head.append(link);
  }

  // Where a link to a mark takes the window lies above the mark by its margin.
  const top = mark => mark.getBoundingClientRect().top - parseFloat(getComputedStyle(mark).scrollMarginTop);
  const last = (marks, line) => marks.findLast(each => top(each) < line);

  const entries = new Map([...document.querySelectorAll("#contents a")].map(a => [a.hash, a]));
  const chapters = [...document.querySelectorAll("main h2[id], body > section[id]")];
  // All that is above the line counts, however far: who jumps over a chapter has passed it as well.
  const watcher = new IntersectionObserver(() => {
    const here = last(chapters, innerHeight * .3);
    for (const [hash, entry] of entries) {
      if (here && hash === `#${here.id}`) entry.setAttribute("aria-current", "location");
      else entry.removeAttribute("aria-current");
    }
  }, { rootMargin: "9999999px 0px -70% 0px" });
  for (const chapter of chapters) watcher.observe(chapter);

  // Anchors are the same in every language. What begins last at the window's top or above it is
  // where the reader is; it is looked for only when the switch is used.
  document.querySelector(".languages")?.addEventListener("click", event => {
    const link = event.target.closest("a");
    if (!link) return;
    const marks = document.querySelectorAll("main [id], body > section[id], #evidence [id^='fact-']");
    const shown = [...marks].filter(each => !each.closest("svg") && each.checkVisibility());
    const here = last(shown, 48);
    link.hash = here ? here.id : "";
  });
})();
