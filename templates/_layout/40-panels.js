/* Tables marked data-choose="n": a reader picks in each of the n leading columns, and sees the row
   of that combination by itself. Nothing is computed and no word is written here: what shows is
   copied from the table, numbers with their tags and links. Without this script the table is all. */
(() => {
  "use strict";

  /** Copies of what stands in a cell; in a label, whose click chooses, without its links. */
  const copies = (cell, linked) => {
    const copy = cell.cloneNode(true);
    for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
    if (!linked) for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    return [...copy.childNodes];
  };
  const make = (tag, properties, ...inner) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inner);
    return element;
  };
  const words = (cell) => cell.textContent.trim();

  const fieldset = (head, cells, name, changed) => {
    const options = new Map(cells.map((cell) => [words(cell), cell]));
    const labels = [...options].map(([value, cell], index) => {
      const input = make("input", { type: "radio", name, value, defaultChecked: !index, autocomplete: "off" });
      input.addEventListener("change", changed);
      return make("label", {}, input, make("span", {}, ...copies(cell, false)));
    });
    return make("fieldset", {}, make("legend", {}, ...copies(head, false)), ...labels);
  };

  const result = (heads, cells) => heads.map((head, index) =>
    make("span", {}, make("span", {}, ...copies(head, false)), " ", make("span", {}, ...copies(cells[index], true))));

  const offer = (box) => {
    const count = Number(box.dataset.choose);
    const heads = [...box.querySelectorAll("thead th")];
    const rows = [...box.querySelectorAll("tbody tr")];
    const output = make("output", {});
    output.setAttribute("aria-live", "polite");
    const choices = make("div", { className: "choices" });
    const shown = (row) => result(heads.slice(count), [...row.cells].slice(count));

    const show = () => {
      const picked = [...choices.querySelectorAll("input:checked")].map((input) => input.value);
      for (const row of rows) {
        const chosen = picked.every((value, column) => words(row.cells[column]) === value);
        row.removeAttribute("aria-current");
        if (!chosen) continue;
        row.setAttribute("aria-current", "true");
        output.replaceChildren(...shown(row));
      }
    };
    for (let column = 0; column < count; column += 1) {
      const cells = rows.map((row) => row.cells[column]);
      choices.append(fieldset(heads[column], cells, `${box.id}-${column}`, show));
    }
    const panel = make("div", { className: "choose" }, choices, output);
    panel.setAttribute("role", "group");
    const caption = box.querySelector("caption");
    caption.id = `${box.id}-caption`;
    panel.setAttribute("aria-labelledby", caption.id);
    const note = box.nextElementSibling;
    if (note && note.matches(".note")) panel.append(make("p", { className: "note" }, ...copies(note, true)));
    box.before(panel);
    show();

    /* The tallest result decides the height, so that choosing moves nothing below. */
    const fit = () => {
      const probe = make("output", { inert: true });
      probe.style.cssText = "position: absolute; visibility: hidden";
      probe.style.width = `${output.getBoundingClientRect().width}px`;
      panel.append(probe);
      const heights = rows.map((row) => {
        probe.replaceChildren(...shown(row));
        return probe.getBoundingClientRect().height;
      });
      probe.remove();
      output.style.minHeight = `${Math.ceil(Math.max(...heights))}px`;
    };
    fit();
    new ResizeObserver(fit).observe(panel);
  };

  for (const box of document.querySelectorAll(".table[data-choose]")) offer(box);
})();
