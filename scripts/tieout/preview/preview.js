// Shows in an open page what is saved: the text that has changed, what keeps the page from being
// built, what the checks find. Runs right after the text was read, before the page's own scripts.
(() => {
  "use strict";
  const { article, lang, words } = PREVIEW;
  const main = document.querySelector("main");
  const KEPT = `tieout-preview ${article} ${lang}`;
  // Blocks as they were sent, and as they stand here: the page's scripts add to the latter.
  let sent = [...main.children].map(block => block.outerHTML);
  let live = [...main.children];
  let marked = [];

  const make = (tag, id, ...inner) => {
    const element = document.createElement(tag);
    if (id) element.id = id;
    element.append(...inner);
    return element;
  };

  // The reader's place: the first block that is in view, and how far from the top it is.

  const place = () => {
    const block = live.findIndex(each => each.getBoundingClientRect().bottom > 0);
    return { block, top: live[block]?.getBoundingClientRect().top ?? 0, y: scrollY };
  };
  const restore = ({ block, top, y }) => {
    const here = live[block];
    if (!y) return;
    if (here) scrollBy({ top: here.getBoundingClientRect().top - top, behavior: "instant" });
    else scrollTo({ top: y, behavior: "instant" });
  };
  const reload = () => {
    sessionStorage.setItem(KEPT, JSON.stringify(place()));
    location.reload();
  };

  // The page's scripts make more of these when the page is read: then it has to be read anew.
  const needsScripts = block => block.matches("h2, h3, h4") || block.querySelector("[data-choose]")
    || block.matches("[data-choose]");

  // Put the changed blocks in; those before and after them stay as they are.
  const patch = text => {
    const box = document.createElement("template");
    box.innerHTML = text;
    const blocks = [...box.content.children];
    const next = blocks.map(block => block.outerHTML);
    let start = 0, end = 0;
    while (start < next.length && start < sent.length && next[start] === sent[start]) start += 1;
    while (end < next.length - start && end < sent.length - start
      && next[next.length - 1 - end] === sent[sent.length - 1 - end]) end += 1;
    const gone = live.slice(start, live.length - end);
    const come = blocks.slice(start, blocks.length - end);
    if (!gone.length && !come.length) return true;
    if (!live.length || [...gone, ...come].some(needsScripts)) return false;
    const here = place();
    if (start) live[start - 1].after(...come);
    else live[0].before(...come);
    for (const block of gone) block.remove();
    live.splice(start, gone.length, ...come);
    sent = next;
    if (start <= here.block && here.block < start + gone.length) here.block = Math.min(here.block, start + come.length - 1);
    else if (here.block >= start + gone.length) here.block += come.length - gone.length;
    restore(here);
    return true;
  };

  // What the checks find.

  const panel = make("details", "preview", make("summary", "", words.title));
  const range = (element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(wanted);
      if (at >= 0) {
        const found = new Range();
        found.setStart(node, at);
        found.setEnd(node, at + wanted.length);
        return found;
      }
    }
    return null;
  };
  const elementOf = spot => {
    const block = live[spot.block];
    return spot.part ? block?.querySelectorAll(spot.part)[spot.count] ?? block : block;
  };
  const showFindings = ({ checking, findings }) => {
    for (const element of marked) element.classList.remove("preview-finding");
    marked = [];
    const ranges = [];
    const items = findings.map(finding => {
      const spot = finding.places[lang];
      const element = spot && elementOf(spot);
      if (!element) return make("li", "", finding.text);
      element.classList.add("preview-finding");
      marked.push(element);
      const words = spot.words && range(element, spot.words);
      if (words) ranges.push(words);
      const button = make("button", "", finding.text);
      button.type = "button";
      button.addEventListener("click", () => element.scrollIntoView({ block: "center" }));
      return make("li", "", button);
    });
    if (window.Highlight) CSS.highlights.set("preview-finding", new Highlight(...ranges));
    const said = checking ? words.checking : items.length ? `${words.found} ${items.length}` : words.clean;
    panel.classList.toggle("found", items.length > 0);
    panel.dataset.state = checking ? "checking" : "checked";
    panel.replaceChildren(make("summary", "", `${words.title} · ${said}`), make("ol", "", ...items));
  };

  // What keeps the page from being built; an edit that mends it takes this away.

  const fault = make("div", "preview-fault");
  fault.setAttribute("role", "alert");
  const showFaults = ({ lines }) => {
    const here = place();
    fault.replaceChildren(words.fault, make("pre", "", lines.join("\n")));
    if (lines.length) document.body.prepend(fault);
    else fault.remove();
    restore(here);
  };

  // This article is not previewed: nothing will follow.

  const notice = make("div", "preview-notice");
  notice.setAttribute("role", "status");
  const showNotice = ({ text }) => {
    notice.replaceChildren(text);
    document.body.prepend(notice);
    panel.dataset.state = "passed-over";
    panel.replaceChildren(make("summary", "", words.title));
  };

  const showPage = ({ frame, text }) => {
    const fits = patch(text);
    if (frame === null) return;
    if (!fits || frame !== PREVIEW.frame) reload();
  };

  history.scrollRestoration = "manual";
  addEventListener("DOMContentLoaded", () => {
    document.body.append(panel);
    const kept = sessionStorage.getItem(KEPT);
    if (kept) {
      sessionStorage.removeItem(KEPT);
      restore(JSON.parse(kept));
    }
    const events = new EventSource(`/events/${article}/${lang}`);
    const show = { page: showPage, findings: showFindings, faults: showFaults, notice: showNotice };
    events.addEventListener("message", event => {
      const news = JSON.parse(event.data);
      show[news.kind](news);
    });
    events.addEventListener("error", () => {
      panel.dataset.state = "lost";
      panel.firstChild.textContent = `${words.title} · ${words.lost}`;
    });
  });
})();
