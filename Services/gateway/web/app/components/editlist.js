// A list that is edited where it stands: a line is changed in place, moved, deleted and brought back.

import { get, send } from "../api.js";
import { h, icon } from "../dom.js";
import { keepFocus } from "../frame.js";
import { words } from "../words/words.js";
import { arrange } from "./arrange.js";
import { form } from "./form.js";
import { complain, toast } from "./toast.js";

/** So long the way back is offered (ms). */
const undoStays = 10_000;

/**
 * Lines of `path`, each with `id`, `text` and `version`. Of a line `inside(item)` is what is shown, `before`
 * what stands in front of it while nobody edits, `fields(item)` what its editor asks and `changes(item,
 * values)` what of that is sent. `text` has the words; `refresh()` fetches the list anew, `painted(items)`
 * hears whenever it is shown.
 *
 * Gives `element`, the `toggle` for the bar, `take(items)` and `change(edit)` for what is new.
 */
export function editList({ path, text, inside, before = () => null, fields, changes, refresh, painted }) {
  const element = h("ul", { class: "list edit-list" });
  const toggle = h("button", {
    class: "bar-link", type: "button", hidden: true, onclick: () => setEditing(!isEditing),
  }, words.task.edit);
  const rows = new Map();
  let items = [];
  let isEditing = false;
  let opened = null;
  let edited = null;
  let gone = [];
  let forgetting = null;

  function setEditing(value) {
    isEditing = value;
    opened = null;
    toggle.textContent = isEditing ? words.events.done : words.task.edit;
    paint();
  }

  // What has the focus keeps it, or its successor gets it: the same button of the same line, or of the next.
  function paint() {
    const active = element.contains(document.activeElement) ? document.activeElement : null;
    const id = active?.closest("[data-id]")?.dataset.id;
    const at = [...element.children].findIndex((row) => row.dataset.id === id);
    if (isEditing && items.length === 0) {
      isEditing = false;
      toggle.textContent = words.task.edit;
    }
    for (const known of rows.keys()) if (!items.some((item) => item.id === known)) rows.delete(known);
    arrange(element, items.map(rowOf));
    element.hidden = items.length === 0;
    toggle.hidden = items.length === 0;
    painted?.(items);
    if (!active || document.activeElement === active) return;
    const row = rows.get(id)?.node ?? element.children[Math.min(at, items.length - 1)];
    const acts = [active.dataset.act, "open"].map((act) => row?.querySelector(`[data-act="${act}"]:enabled`));
    const next = active.isConnected ? active : acts.find(Boolean);
    if (next) next.focus({ preventScroll: true });
    else keepFocus();
  }

  // A line that looks as before is left alone, and so is one that is just being edited.
  function rowOf(item, at) {
    const { id } = item;
    const look = edited === id ? "edited" : JSON.stringify([item, isEditing, opened === id, at === 0,
      at === items.length - 1]);
    const known = rows.get(id);
    if (known?.look === look) return known.node;
    const node = edited === id ? editor(item) : shown(item, at);
    node.dataset.id = id;
    rows.set(id, { look, node });
    return node;
  }

  function shown(item, at) {
    const act = (name, label, onclick, sign, isOff = false) => h("button", {
      class: `edit-${name}`, type: "button", "data-act": name, "aria-label": label, disabled: isOff, onclick,
    }, icon(sign));
    const isOpen = opened === item.id;
    const ends = isOpen ? h("button", {
      class: "event-delete", type: "button", "data-act": "delete", "aria-label": text.remove(item.text),
      onclick: () => remove(item),
    }, words.task.delete) : [
      act("up", text.up(item.text), () => move(item, -1), "up", at === 0),
      act("down", text.down(item.text), () => move(item, 1), "down", at === items.length - 1),
    ];
    const look = isOpen ? "row edit-row is-open" : "row edit-row";
    return h("li", { class: look, onkeydown: (press) => keys(press, item) },
      isEditing ? minus(item) : before(item),
      h("button", { class: "row-link edit-open", type: "button", "data-act": "open",
        "aria-label": `${text.edit}: ${text.said(item)}`, onclick: () => open(item.id) }, inside(item)),
      isEditing && ends);
  }

  function minus(item) {
    const isOpen = opened === item.id;
    return h("button", {
      class: "event-minus", type: "button", "data-act": "minus", "aria-expanded": String(isOpen),
      "aria-label": words.events.offerDelete(item.text), onclick: () => {
        opened = isOpen ? null : item.id;
        paint();
        rows.get(opened)?.node.querySelector(".event-delete")?.focus();
      },
    }, h("span", {}, icon("minus")));
  }

  function keys(press, item) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[press.key];
    if (press.key === "Escape" && opened) {
      opened = null;
      paint();
    } else if (press.altKey && way) {
      press.preventDefault();
      move(item, way);
    }
  }

  function open(id) {
    const last = edited;
    edited = id;
    opened = null;
    paint();
    if (id) rows.get(id)?.node.querySelector("input")?.focus();
    else rows.get(last)?.node.querySelector("[data-act=open]")?.focus();
  }

  function editor(item) {
    const parts = fields(item);
    const note = h("div", { class: "edit-note" });
    let began = item;
    const edit = form({
      class: "form edit-form", label: words.save, fields: parts,
      parts: [h("div", { class: "edit-fields" }, parts.map((part) => part.element)), note],
      submit: async (values) => {
        const wanted = changes(item, values);
        if (Object.keys(wanted).length > 0) {
          try {
            replace(await send("PATCH", `${path}/${item.id}`, { ...wanted, version: began.version }));
          } catch (problem) {
            if (problem.code !== "changed_elsewhere") throw problem;
            began = problem.details?.current ?? await newest(item.id);
            tellConflict(note, edit, began);
            return;
          }
        }
        open(null);
      },
    });
    edit.element.append(h("div", { class: "edit-acts" },
      h("button", { class: "button quiet-button", type: "button", onclick: () => open(null) }, words.cancel),
      edit.button));
    return h("li", { class: "row edit-row", onkeydown: (press) => {
      if (press.key !== "Escape") return;
      press.stopPropagation();
      open(null);
    } }, edit.element);
  }

  // Nothing that was typed is lost: whoever saves again means it.
  function tellConflict(note, edit, current) {
    const conflict = words.events.conflict;
    note.replaceChildren(h("p", { class: "warning", role: "alert" }, text.meanwhile(text.said(current))),
      h("button", { class: "link-button", type: "button", onclick: () => {
        replace(current);
        open(null);
      } }, conflict.take));
    edit.button.textContent = conflict.keep;
    edit.button.focus();
  }

  async function newest(id) {
    await refresh();
    return items.find((item) => item.id === id);
  }

  function replace(item) {
    items = items.map((one) => one.id === item.id ? item : one);
    paint();
  }

  async function move(item, way) {
    const from = items.findIndex(({ id }) => id === item.id);
    const to = from + way;
    if (to < 0 || to >= items.length) return;
    const rest = items.filter(({ id }) => id !== item.id);
    items = [...rest.slice(0, to), item, ...rest.slice(to)];
    paint();
    try {
      await send("POST", `${path}/${item.id}/move`, { after: rest[to - 1]?.id });
    } catch (problem) {
      complain(problem);
      refresh();
    }
  }

  async function remove(item) {
    opened = null;
    items = items.filter(({ id }) => id !== item.id);
    paint();
    try {
      await send("DELETE", `${path}/${item.id}`);
    } catch (problem) {
      if (problem.status !== 404) {
        complain(problem);
        refresh();
        return;
      }
    }
    gone.push(item);
    clearTimeout(forgetting);
    forgetting = setTimeout(() => { gone = []; }, undoStays);
    toast(gone.length === 1 ? words.events.deleted(item.text) : text.deleted(gone.length), undo, undoStays);
    refresh();
  }

  // Several that went in a row come back together.
  async function undo() {
    const all = gone.reverse();
    gone = [];
    try {
      for (const { id } of all) await send("POST", `${path}/${id}/restore`);
    } catch (problem) {
      complain(problem);
    }
    await refresh();
    rows.get(all.at(-1)?.id)?.node.querySelector("[data-act=open]")?.focus();
  }

  return {
    element, toggle,
    items: () => items,
    take: (fresh) => {
      items = fresh;
      if (!items.some(({ id }) => id === edited)) edited = null;
      paint();
    },
    change: (edit) => {
      items = edit(items);
      paint();
    },
    stop: () => clearTimeout(forgetting),
  };
}

/** What such a list shows, asked for again and again: an answer that something overtook is asked for anew. */
export function freshly(path, { took, failed }) {
  let isAsking = false;
  let isStale = false;
  let isOver = false;
  const refresh = async () => {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    try {
      while (isStale && !isOver) {
        isStale = false;
        const found = await get(path);
        if (!isStale && !isOver) took(found);
      }
    } catch (problem) {
      if (!isOver) failed(problem);
    } finally {
      isAsking = false;
    }
  };
  return { refresh, stop: () => { isOver = true; } };
}
