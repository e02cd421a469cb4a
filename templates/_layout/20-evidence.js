// The evidence: sort a table by a column, find rows, number them as notes on paper.
// Nothing here is needed to read: without it every row stands there, in the order of the ledger.
(() => {
  "use strict";
  const section = document.getElementById("evidence");
  const find = section?.querySelector(".find");
  if (!find) return;
  const [words, standings, sources] = find.querySelectorAll("input, select");
  const shown = find.querySelector("output");
  const groups = [...section.querySelectorAll("[data-group]")];
  const said = element => element ? element.textContent.trim() : "";

  // A row is found by all that is said of it, by the head of its group too; not by the file of the
  // article's own formulas, whose name would be on every computed row.
  // Found too as it may be typed: full width, an ASCII minus, 12805, 1.68x, 423tok/s.
  const plain = text => text.normalize("NFKC").toLowerCase().replaceAll("−", "-")
    .replace(/(\d),(?=\d{3})/g, "$1").replace(/(\d) *(?:[×倍]|x\b)/g, "$1x").replace(/(\d) +(?=[a-zμ])/g, "$1");
  const OWN_FILE = /templates\/[^\s;；]+/g;
  const rows = [];
  const parts = new Map();
  let part = null;
  for (const element of section.children) {
    if (element.matches("h3")) parts.set(part = element, []);
    if (!element.matches("[data-group]")) continue;
    const head = element.querySelector(".shared");
    parts.get(part)?.push(element);
    for (const row of element.querySelectorAll("tr[id^='fact-']")) {
      const standing = said(row.querySelector(".standing") ?? head?.querySelector(".standing"));
      const text = `${said(part)} ${said(element.querySelector("h4"))} ${said(head)} ${said(row)}`;
      const own = text.replace(OWN_FILE, "");
      rows.push({ row, standing, source: said(part), text: `${own.toLowerCase()} ${plain(own)}` });
    }
  }

  const show = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { row, standing, source, text } of rows) {
      row.hidden = !(wanted.every(word => text.includes(word) || text.includes(plain(word)))
        && (!standings.value || standings.value === standing)
        && (!sources.value || sources.value === source));
    }
    for (const group of groups) group.hidden = !group.querySelector("tr[id^='fact-']:not([hidden])");
    for (const [heading, below] of parts) heading.hidden = below.every(group => group.hidden);
    const count = rows.filter(({ row }) => !row.hidden).length;
    shown.textContent = `${shown.dataset.label}${count} / ${rows.length}`;
  };
  const showAll = () => {
    words.value = standings.value = sources.value = "";
    show();
  };
  const fill = (select, values) => {
    for (const value of new Set(values)) if (value) select.append(new Option(value, value));
  };
  fill(standings, rows.map(({ standing }) => standing));
  fill(sources, rows.map(({ source }) => source));
  find.addEventListener("input", show);
  find.addEventListener("submit", event => event.preventDefault());
  find.hidden = false;
  show();

  // A link to a row that is not shown brings all rows back; one that was followed before, too.
  const named = hash => {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      return null; // no name: a sign of it is spoilt
    }
  };
  const reveal = () => {
    const target = named(location.hash);
    if (target?.closest("#evidence") && target.closest("[hidden]")) {
      showAll();
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (link?.hash && link.hash === location.hash) reveal();
  });

  const compare = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  // By the number with which a cell begins, if it does; days are compared as they are written.
  const NUMBER = /^[“「]?(?:about|約)? ?([−-]?\d[\d,]*(?:\.\d+)?)(?!-?\d|,)/;
  const key = (row, column) => {
    const cell = row.children[column];
    const text = (column === 0 && cell.querySelector("data")?.value.split("..")[0]) || said(cell);
    const found = NUMBER.exec(text);
    return found ? Number(found[1].replaceAll(",", "").replace("−", "-")) : text;
  };
  const sort = (head, column) => {
    const table = head.closest("table");
    const order = { ascending: "descending", descending: "" }[head.getAttribute("aria-sort")] ?? "ascending";
    for (const each of table.querySelectorAll("[aria-sort]")) each.removeAttribute("aria-sort");
    if (order) head.setAttribute("aria-sort", order);
    const sorted = rows.map(({ row }) => row).filter(row => row.closest("table") === table);
    if (order) {
      sorted.sort((one, other) => {
        const [a, b] = [key(one, column), key(other, column)];
        const words = [a, b].map(each => typeof each === "string");
        const unlike = words[0] - words[1]; // numbers stand before words
        return (unlike || (words[0] ? compare(a, b) : a - b)) * (order === "ascending" ? 1 : -1);
      });
    }
    table.tBodies[0].append(...sorted);
  };
  for (const group of groups) {
    const table = group.querySelector("table");
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(head, column));
      head.append(button);
    });
    // On a narrow screen the rows are blocks; assistive technology still meets a table.
    const roles = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell" };
    for (const element of [table, ...table.querySelectorAll("thead, tbody, tr, td, th")]) {
      const role = element.matches("th") ? (element.closest("thead") ? "columnheader" : "rowheader") : "";
      element.setAttribute("role", role || roles[element.localName]);
    }
  }

  // On paper the rows are numbered notes, and each number in the text names its own.
  const choices = [words, standings, sources];
  let chosen = null;
  addEventListener("beforeprint", () => {
    chosen = choices.map(each => each.value);
    showAll();
    const mark = (name, text) => {
      const element = document.createElement(name);
      element.className = "note-number";
      element.textContent = text;
      return element;
    };
    const notes = new Map();
    for (const row of section.querySelectorAll("tr[id^='fact-']")) {
      notes.set(`#${row.id}`, notes.size + 1);
      row.cells[0].prepend(mark("span", `${notes.size}. `));
    }
    for (const link of document.querySelectorAll("main a[href^='#fact-'], header a[href^='#fact-']")) {
      link.after(mark("sup", `[${notes.get(link.getAttribute("href"))}]`));
    }
  });
  addEventListener("afterprint", () => {
    for (const mark of document.querySelectorAll(".note-number")) mark.remove();
    choices.forEach((each, index) => { each.value = chosen?.[index] ?? ""; });
    show();
  });
})();
