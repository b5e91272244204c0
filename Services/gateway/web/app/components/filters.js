// Filters for a list: a search as you type, a select, and a list that follows them.

import { fill, h } from "../dom.js";

/** The pause in typing after which a search starts (ms). */
const pause = 250;

/** A search field. Calls `onsearch(text)` when typing pauses, and immediately when the field is cleared. */
export function searchField({ label, value = "", onsearch, ...rest }) {
  let timer = null;
  let asked = value;
  const input = h("input", { type: "search", value, autocomplete: "off", spellcheck: "false",
    enterkeyhint: "search", placeholder: label, "aria-label": label, ...rest });
  const search = () => {
    clearTimeout(timer);
    const text = input.value.trim();
    if (text === asked) return;
    asked = text;
    onsearch(text);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, input.value ? pause : 0);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") search();
  });
  return input;
}

/** A select. `options` are [value, text]. */
export function chooser({ label, options, value = "", onchange }) {
  const select = h("select", { "aria-label": label, onchange: () => onchange(select.value) },
    options.map(([key, text]) => h("option", { value: key }, text)));
  select.value = value;
  return select;
}

/**
 * A list that is rebuilt for each filter: `make(filter, signal)` returns a `pagedList`. The previous list
 * stays until the new one is loaded; requests for an outdated filter are aborted.
 */
export function filteredList(make) {
  const element = h("div", {});
  let shown = null;
  let coming = null;
  let giveUp = null;

  async function show(filter) {
    coming?.stop();
    giveUp?.abort();
    giveUp = new AbortController();
    const list = make(filter, giveUp.signal);
    coming = list;
    if (!shown) fill(element, list.element);
    await list.refresh();
    if (coming !== list) return;
    shown?.stop();
    shown = list;
    fill(element, list.element);
  }

  return {
    element,
    show,
    refresh: () => (shown ?? coming)?.refresh(),
    repaint: () => shown?.repaint(),
    stop: () => {
      coming?.stop();
      shown?.stop();
      giveUp?.abort();
    },
  };
}
