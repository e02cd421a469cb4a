// The inspector: what the evidence says of a number, beside the number.
//
// Everything it shows is copied from the number's entry, so it can say nothing that the evidence
// does not say. Nothing is done before a reader points at a number.
(() => {
  "use strict";
  const LINK = 'a[href^="#fact-"]';
  const MARK = "figure svg [data-fact]";
  const HOVER_REST = 350, FOCUS_REST = 120, GRACE = 250; // milliseconds
  const GAP = 6, EDGE = 8; // pixels beside the number and at the window's edges
  const template = document.getElementById("inspector-template");
  if (!template) return;
  let panel = null, number = null, timer = 0;

  const wait = (delay, act) => {
    clearTimeout(timer);
    timer = act ? setTimeout(act, delay) : 0;
  };
  const numberAt = node => {
    const found = node instanceof Element && node.closest(`${LINK}, ${MARK}`);
    if (!found || panel?.contains(found)) return null;
    const entry = entryOf(found);
    return entry && !entry.contains(found) ? found : null;
  };
  const factOf = found => found.dataset.fact ?? decodeURIComponent(found.hash).slice("#fact-".length);
  const entryOf = found => document.getElementById(`fact-${factOf(found)}`);
  const isHeld = () => {
    const focused = document.activeElement;
    return panel.contains(focused) || (focused === number && number.matches(":focus-visible"));
  };

  // What the evidence holds.

  const CELLS = { p: "printed", b: "bounds", f: "formula", d: "differs", o: "origin" };
  // A copy without ids, and without tags that would count as more numbers of the page.
  function copy(nodes) {
    const copied = document.createElement("div");
    for (const node of nodes) copied.append(node.cloneNode(true));
    for (const element of copied.querySelectorAll("[id]")) element.removeAttribute("id");
    for (const data of copied.querySelectorAll("data")) data.replaceWith(...data.childNodes);
    return [...copied.childNodes].filter(node => node.textContent.trim());
  }
  // A cell without a class is known by its place: what it is, the value, where it stands.
  const placed = cell => cell.matches("th") ? "w" : cell.cellIndex ? "o" : "v";
  function pairs(entry) {
    const heads = entry.closest("table").tHead?.rows[0]?.cells ?? [];
    return [...entry.cells].map(cell => ({
      kind: cell.classList[0] ?? placed(cell),
      label: (heads[cell.cellIndex]?.textContent ?? "").trim(),
      nodes: [...cell.childNodes],
    }));
  }
  // What a group says once for all its facts; what a fact says itself stands over it.
  function conditions(entry, shared) {
    const found = new Map();
    for (const list of [shared, entry]) {
      for (const item of list?.querySelectorAll("li") ?? []) {
        found.set(item.textContent, item);
      }
    }
    const named = each => Number(each.matches(".n")); // what is not stated comes last
    return [...found.values()].sort((one, other) => named(one) - named(other));
  }

  // What a reader sees.

  const element = (name, kind, ...content) => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    made.append(...content);
    return made;
  };
  function line(label, kind, nodes) {
    const shown = copy(nodes);
    if (!shown.length) return [];
    const words = label ? [element("dt", "", label)] : [];
    return [element("div", kind, ...words, element("dd", "", ...shown))];
  }
  function fill(entry) {
    const shared = entry.closest(".facts")?.querySelector(".shared");
    const found = pairs(entry);
    const part = kind => found.find(each => each.kind === kind)?.nodes ?? [];
    // Where a group's facts stand is said once, before what each adds to it.
    const common = [...(shared?.childNodes ?? [])].filter(each => each.localName !== "ul");
    const [figure, about] = ["figure", "about"].map(kind => panel.querySelector(`.${kind}`));
    figure.replaceChildren();
    about.replaceChildren();
    for (const { kind, label, nodes } of found) {
      if (kind === "o") nodes.unshift(...common.splice(0));
      if (!(kind in CELLS)) continue;
      (kind === "p" || kind === "b" ? figure : about).append(...line(label, CELLS[kind], nodes));
    }
    about.append(...line("", CELLS.o, common));
    panel.querySelector(".value").replaceChildren(...copy(part("v")));
    panel.querySelector(".what").replaceChildren(...copy(part("w")));
    panel.querySelector(".conditions").replaceChildren(...copy(conditions(entry, shared)));
    panel.querySelector(".all").href = `#${entry.id}`;
  }

  // Where else the page uses the fact: a picture's mark and its words are one place.
  function places() {
    const name = CSS.escape(factOf(number));
    const found = document.querySelectorAll(
      `:is(body > header, main) a[href=${CSS.escape("#fact-")}${name}], main svg [data-fact=${name}]`);
    const pictures = new Set();
    return [...found].filter(each => {
      const picture = each.closest("svg");
      if (!picture) return each.checkVisibility() || each.closest("details:not([open])");
      return each === number || pictures.size < pictures.add(picture).size;
    }).filter((each, _, all) => {
      const picture = each.closest("svg");
      return !picture || each === number || !(picture.contains(number) && all.includes(number));
    });
  }
  function count() {
    const all = places();
    const at = all.indexOf(number);
    const uses = panel.querySelector(".uses");
    uses.hidden = at < 0 ? all.length === 0 : all.length < 2;
    const said = uses.querySelector("[data-say]");
    said.textContent = said.dataset.say
      .replace("{at}", at < 0 ? "–" : String(at + 1)).replace("{all}", String(all.length));
  }
  function go(step) {
    const all = places();
    const at = all.indexOf(number);
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
    for (let fold = next.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
    next.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
    open(next);
  }

  // Opening, placing, closing.

  function build() {
    panel = template.content.firstElementChild.cloneNode(true);
    document.body.append(panel);
    panel.querySelector(".close").addEventListener("click", () => leave());
    for (const button of panel.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => {
        button.focus(); // some browsers do not; focus keeps it open when it moves from the pointer
        go(Number(button.dataset.go));
      });
    }
  }
  function release() {
    number?.removeAttribute("aria-details");
    number?.removeAttribute("aria-describedby");
  }
  function open(found) {
    wait();
    if (!panel) build();
    release();
    number = found;
    number.setAttribute("aria-details", panel.id);
    number.setAttribute("aria-describedby", panel.querySelector(".what").id);
    fill(entryOf(found));
    count();
    panel.hidden = false;
    panel.scrollTop = 0;
    place();
  }
  // Beside the number and never over it: on the side that has the room, as high as the room is.
  function place() {
    const box = number.getBoundingClientRect();
    const sheet = matchMedia("(max-width: 40rem)").matches;
    panel.classList.toggle("sheet", sheet);
    panel.style.cssText = "";
    const below = innerHeight - box.bottom - GAP, above = box.top - GAP;
    const wanted = panel.offsetHeight + EDGE;
    const under = sheet ? below >= above : below >= wanted || below >= above;
    panel.classList.toggle("over", !under);
    const room = Math.max((under ? below : above) - (sheet ? 0 : EDGE), 64);
    panel.style.maxHeight = `${Math.min(room, innerHeight * (sheet ? .5 : .7))}px`;
    if (sheet) return;
    const edge = document.documentElement.clientWidth - panel.offsetWidth - EDGE;
    const top = under ? box.bottom + GAP : box.top - GAP - panel.offsetHeight;
    panel.style.left = `${Math.max(EDGE, Math.min(box.left, edge)) + scrollX}px`;
    panel.style.top = `${top + scrollY}px`;
  }
  function close() {
    wait();
    if (!number) return;
    release();
    number = null;
    panel.hidden = true;
  }
  function leave() {
    const back = panel.contains(document.activeElement) ? number : null;
    close();
    if (!back) return;
    dismissed = back;
    back.focus();
  }
  let dismissed = null; // the number that focus returned to: it stays closed until focus moves

  // Pointer, finger, keys.

  document.addEventListener("pointerover", event => {
    if (event.pointerType === "touch") return;
    const found = numberAt(event.target);
    if (panel?.contains(event.target) || (found && found === number)) wait();
    else if (found) wait(HOVER_REST, () => open(found));
    else wait(GRACE, () => number && !isHeld() && close());
  });
  document.addEventListener("click", event => {
    if (panel?.contains(event.target)) {
      if (event.target.closest("a[href]")) close();
      return;
    }
    const found = numberAt(event.target);
    const opens = event.pointerType === "touch" || (found && !found.matches(LINK));
    if (found && found !== number && opens) {
      event.preventDefault();
      open(found);
    } else if (!found || found.matches(LINK)) close();
  });
  document.addEventListener("focusin", event => {
    if (panel?.contains(event.target)) return wait();
    if (event.target === dismissed) return;
    dismissed = null;
    const found = numberAt(event.target);
    if (found?.matches(":focus-visible")) wait(FOCUS_REST, () => open(found));
    else if (number && !found) close();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") {
      wait();
      if (number) leave();
    } else if (event.key === "Tab" && number) tab(event);
  });
  // The panel stands at the page's end; for the keyboard it comes right behind its number.
  const STOPS = "a[href], button, input, select, summary, [tabindex='0']";
  function tab(event) {
    const stops = [...panel.querySelectorAll(STOPS)].filter(each => each.checkVisibility());
    const focused = document.activeElement;
    let next = null;
    if (focused === number && !event.shiftKey) next = stops[0];
    else if (focused === stops[0] && event.shiftKey) next = number.matches(LINK) ? number : null;
    else if (focused === stops.at(-1) && !event.shiftKey) next = behind();
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  const behind = () => [...document.querySelectorAll(STOPS)].find(each =>
    number.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING && each.checkVisibility());
  addEventListener("scroll", event => {
    if (!number) return;
    const [own, other] = [panel, number].map(each => each.getBoundingClientRect());
    if (event.target !== document && event.target.contains(number)) { // its table was scrolled
      const box = event.target.getBoundingClientRect();
      const gone = other.right < box.left || other.left > box.right;
      if (gone && !panel.contains(document.activeElement)) close();
      else place();
    } else if (panel.classList.contains("sheet") && own.top < other.bottom && other.top < own.bottom) place();
  }, { passive: true, capture: true });
  addEventListener("resize", () => number && place());
})();
