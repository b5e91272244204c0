// A list that is edited where it stands: a line is changed in place, moved, deleted and brought back.

import { Problem, get, send } from "../api.js";
import { h, icon } from "../dom.js";
import { keepFocus } from "../frame.js";
import { isKnown, lastChangeOf, withChanges } from "../models/lines.js";
import { listed, sendOrKeep, watchOutbox, withdraw } from "../offline/outbox.js";
import { words } from "../words/words.js";
import { arrange } from "./arrange.js";
import { waitsNote } from "./eventparts.js";
import { form } from "./form.js";
import { reorderable } from "./reorder.js";
import { complain, toast } from "./toast.js";

/** So long the way back is offered (ms). */
const undoStays = 10_000;

/**
 * Lines of `path`, each with `id`, `text` and `version`. Of a line `inside(item)` is what is shown, `before`
 * what stands in front of it while nobody edits, `fields(item)` what its editor asks and `changes(item,
 * values)` what of that is sent. `text` has the words; `refresh()` fetches the list anew, `painted(items)`
 * hears whenever it is shown. What is done without a network waits in the outbox: there it is `what` with the
 * name of its `kind`, and `asLine(body, item)` says what of it is shown meanwhile.
 *
 * Gives `element`, the `voice` that tells where a line went, the `toggle` for the bar, `take(items, at)` and
 * `change(edit)` for what is new, `edit(item, values)` for a change without an editor, `fix(value)` for
 * whether it is only to be looked at.
 */
export function editList({
  path, kind, what, text, inside, before = () => null, fields, changes, asLine, refresh, painted,
}) {
  const element = h("ul", { class: "list edit-list" });
  const voice = h("p", { class: "spoken", role: "status" });
  const toggle = h("button", {
    class: "bar-link", type: "button", hidden: true, onclick: () => setEditing(!isEditing),
  }, words.task.edit);
  const rows = new Map();
  let known = [];
  let fetched = 0;
  let items = [];
  let isEditing = false;
  let isSorting = false;
  // Somebody else's, to be looked at.
  let isFixed = false;
  // The line that offers something, and what: `delete`, or `move` by its buttons.
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

  function show() {
    items = withChanges(known, listed(), fetched, { list: path, asLine });
    if (!items.some(({ id }) => id === edited)) edited = null;
    paint();
  }

  // What has the focus keeps it, or its successor gets it: the same button of the same line, or of the next.
  function paint() {
    if (isSorting) return;
    const active = element.contains(document.activeElement) ? document.activeElement : null;
    const id = active?.closest("[data-id]")?.dataset.id;
    const at = [...element.children].findIndex((row) => row.dataset.id === id);
    if (isEditing && items.length === 0) {
      isEditing = false;
      toggle.textContent = words.task.edit;
    }
    for (const one of rows.keys()) if (!items.some(({ id: own }) => own === one)) rows.delete(one);
    element.classList.toggle("is-editing", isEditing);
    arrange(element, items.map(rowOf));
    element.hidden = items.length === 0;
    toggle.hidden = items.length === 0 || isFixed;
    painted?.(items);
    if (!active || document.activeElement === active) return;
    const row = rows.get(id)?.node ?? element.children[Math.min(at, items.length - 1)];
    const acts = [active.dataset.act, "grip", "open"];
    const next = active.isConnected ? active
      : acts.map((act) => row?.querySelector(`[data-act="${act}"]:enabled`)).find(Boolean);
    if (next) next.focus({ preventScroll: true });
    else keepFocus();
  }

  // A line that looks as before is left alone, and so is one that is just being edited.
  function rowOf(item, at) {
    const { id } = item;
    const ends = [at === 0, at === items.length - 1];
    const look = edited === id ? "edited"
      : JSON.stringify([item, isEditing, isFixed, opened?.id === id && [opened.way, ends]]);
    const old = rows.get(id);
    if (old?.look === look) return old.node;
    const node = edited === id ? editor(item) : shown(item, at);
    node.dataset.id = id;
    rows.set(id, { look, node });
    return node;
  }

  function shown(item, at) {
    const way = opened?.id === item.id ? opened.way : null;
    const look = ["row edit-row", way && `is-open is-${way}`, item.isWaiting && "is-waiting",
      !isKnown(item) && "is-new"].filter(Boolean).join(" ");
    return h("li", { class: look, onkeydown: (press) => keys(press, item) },
      isEditing ? minus(item, way === "delete") : before(item),
      isFixed ? h("div", { class: "row-link edit-open" }, inside(item))
        : h("button", { class: "row-link edit-open", type: "button", "data-act": "open",
          "aria-label": `${text.edit}: ${text.said(item)}`, onclick: () => open(item.id) },
        inside(item), item.isWaiting && waitsNote()),
      isEditing && endsOf(item, at, way));
  }

  function endsOf(item, at, way) {
    const act = (name, label, onclick, rest = {}) => h("button", {
      class: `edit-${name}`, type: "button", "data-act": name, "aria-label": label, onclick, ...rest,
    }, icon(name));
    if (way === "delete") {
      return h("button", {
        class: "event-delete", type: "button", "data-act": "delete", "aria-label": text.remove(item.text),
        onclick: () => remove(item),
      }, words.task.delete);
    }
    // What the site does not know yet has no place among the others.
    if (!isKnown(item)) return null;
    const isLast = at === items.findLastIndex(isKnown);
    return [
      way && act("up", text.up(item.text), () => move(item, -1), { disabled: at === 0 }),
      way && act("down", text.down(item.text), () => move(item, 1), { disabled: isLast }),
      act("grip", text.move(item.text),
        () => offer(item.id, "move", "[data-act=up]:enabled, [data-act=down]"),
        { "aria-expanded": String(Boolean(way)), title: text.moveTip }),
    ];
  }

  function minus(item, isOpen) {
    return h("button", {
      class: "event-minus", type: "button", "data-act": "minus", "aria-expanded": String(isOpen),
      "aria-label": words.events.offerDelete(item.text),
      onclick: () => offer(item.id, "delete", ".event-delete"),
    }, h("span", {}, icon("minus")));
  }

  // Shows what a line offers, and puts it away again.
  function offer(id, way, first) {
    const isOpen = opened?.id === id && opened.way === way;
    opened = isOpen ? null : { id, way };
    paint();
    if (!isOpen) rows.get(id)?.node.querySelector(first)?.focus();
  }

  function keys(press, item) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[press.key];
    if (isFixed) return;
    if (press.key === "Escape" && opened) {
      opened = null;
      paint();
    } else if (way && (press.altKey || press.target.dataset.act === "grip")) {
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
            const { reply } = await sendChange(began, wanted);
            if (reply) replace(reply);
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
    known = known.map((one) => one.id === item.id ? item : one);
    show();
  }

  // A change of a line of which another one waits goes out after that.
  function sendChange(item, values) {
    const said = { ...what, kind: `${kind}.edit`, list: path, id: item.id, title: values.text ?? item.text };
    return sendOrKeep("PATCH", `${path}/${item.id}`, { ...values, version: item.version }, said, undefined,
      lastChangeOf(item, listed()));
  }

  // It is seen at once, and taken back where the site refuses it.
  async function edit(item, values) {
    const old = known.find(({ id }) => id === item.id);
    replace({ ...old, ...values });
    try {
      const { reply } = await sendChange(item, values);
      replace(reply ?? old ?? item);
    } catch (problem) {
      replace(old ?? item);
      complain(problem);
      refresh();
    }
  }

  function move(item, way) {
    const all = items.filter(isKnown);
    const to = all.findIndex(({ id }) => id === item.id) + way;
    if (!isKnown(item) || to < 0 || to >= all.length) return;
    const rest = all.filter(({ id }) => id !== item.id);
    place(item.id, rest[to - 1]?.id ?? null);
  }

  async function place(id, after) {
    const item = known.find((one) => one.id === id);
    const rest = known.filter((one) => one !== item);
    const to = rest.findIndex((one) => one.id === after) + 1;
    if (!item) return;
    known = [...rest.slice(0, to), item, ...rest.slice(to)];
    show();
    voice.textContent = text.moved(item.text, to + 1, known.length);
    try {
      await send("POST", `${path}/${id}/move`, { after: after ?? undefined });
    } catch (problem) {
      complain(problem);
      refresh();
    }
  }

  async function remove(item) {
    opened = null;
    known = known.filter(({ id }) => id !== item.id);
    items = items.filter(({ id }) => id !== item.id);
    paint();
    let back;
    try {
      back = isKnown(item) ? await removeKnown(item) : await removeWaiting(item);
    } catch (problem) {
      if (problem.status !== 404) {
        complain(problem);
        refresh();
        show();
        return;
      }
    }
    gone.push({ id: item.id, back: back ?? (() => {}) });
    clearTimeout(forgetting);
    forgetting = setTimeout(() => { gone = []; }, undoStays);
    toast(gone.length === 1 ? words.events.deleted(item.text) : text.deleted(gone.length), undo, undoStays);
    refresh();
  }

  // Each gives the way back.
  async function removeKnown({ isWaiting: _, ...line }) {
    const said = { ...what, list: path, id: line.id, title: line.text };
    const { key } = await sendOrKeep("DELETE", `${path}/${line.id}`, undefined,
      { ...said, kind: `${kind}.delete` });
    return async () => {
      if (await withdraw(key)) {
        known = known.some(({ id }) => id === line.id) ? known : [...known, line];
      } else {
        await sendOrKeep("POST", `${path}/${line.id}/restore`, undefined,
          { ...said, kind: `${kind}.restore`, line });
      }
    };
  }

  // What has not gone out never happens.
  async function removeWaiting({ id }) {
    const change = listed().find(({ key }) => key === id);
    if (await withdraw(id)) return () => sendOrKeep("POST", path, change.body, change.what);
    throw new Problem({ code: "outbox_sent" });
  }

  // Several that went in a row come back together.
  async function undo() {
    const all = gone.reverse();
    gone = [];
    try {
      for (const { back } of all) await back();
    } catch (problem) {
      complain(problem);
    }
    await refresh();
    show();
    rows.get(all.at(-1)?.id)?.node.querySelector("[data-act=open]")?.focus();
  }

  reorderable(element, {
    begun: () => { isSorting = true; },
    moved: place,
    ended: () => {
      isSorting = false;
      show();
    },
  });
  const unwatch = watchOutbox(show);
  return {
    element, voice, toggle, edit,
    items: () => items,
    isFixed: () => isFixed,
    fix: (value) => {
      if (isFixed === value) return;
      isFixed = value;
      edited = null;
      setEditing(false);
    },
    take: (fresh, at) => {
      known = fresh;
      fetched = at;
      show();
    },
    change: (edition) => {
      known = edition(known);
      show();
    },
    stop: () => {
      clearTimeout(forgetting);
      unwatch();
    },
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
        const at = Date.now();
        const found = await get(path);
        if (!isStale && !isOver) took(found, at);
      }
    } catch (problem) {
      if (!isOver) failed(problem);
    } finally {
      isAsking = false;
    }
  };
  return { refresh, stop: () => { isOver = true; } };
}
