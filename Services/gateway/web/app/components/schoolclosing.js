// Closing the school on a day: what it changes, one press, and an hour to undo it.

import { Problem, get, send } from "../api.js";
import { clock } from "../clock.js";
import { fill, h } from "../dom.js";
import { explain, timeOf, words } from "../words/words.js";
import { field, form } from "./form.js";
import { given, orNull } from "./managed.js";
import { longDate, shortDate } from "./schoolday.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

/** The closings that are listed. */
const listed = 5;
/** The limit on the days of a preview. */
const maxShown = 30;

/**
 * Asks how to close the school on `date`, shows what that changes, and closes it with one more press.
 * Resolves to the closing, or to null.
 */
export function closeDay({ date, school, today }) {
  const text = words.schoolAdmin.closing;
  const preview = h("div", { class: "stack", role: "status" });
  const policy = field({ name: "policy", label: text.policy, kind: "select", value: school.policy,
    options: Object.entries(text.policies), onchange: () => show() });
  const note = field({ name: "note", label: text.note, isOptional: true, maxLength: 120, hint: text.noteHint,
    autocomplete: "off" });
  const wish = () => given({ date, policy: policy.input.value, note: orNull(note.input.value) });
  let turn = 0;
  const show = async () => {
    turn += 1;
    const mine = turn;
    edit.button.disabled = true;
    try {
      const found = await send("POST", "/v1/admin/school/closings/preview", wish());
      if (mine !== turn) return;
      fill(preview, changes(found, today));
      edit.button.disabled = false;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (mine === turn) fill(preview, h("p", { class: "alert" }, explain(problem)));
    }
  };
  const edit = form({ parts: [policy, note, preview], label: text.act, submit: async () => {
    opened.close(await send("POST", "/v1/admin/school/closings", wish()));
    toast(text.closed(shortDate(date, today)));
  } });
  edit.button.classList.add("danger");
  edit.element.append(h("div", { class: "sheet-actions" },
    h("button", { type: "button", class: "button quiet-button", onclick: () => opened.close() },
      words.cancel), edit.button));
  const opened = sheet({ title: text.title(longDate(date, today)), hasCross: false, body: [edit.element] });
  show();
  return opened.closed;
}

// What a closing changes: the days before and after, and who is notified.
function changes({ days, students, reminders }, today) {
  const text = words.schoolAdmin.closing;
  const name = (type) => type?.name ?? words.schoolDays.none;
  return [
    h("p", {}, text.notified(students), " ", text.reminders(reminders)),
    h("table", { class: "closing-days" },
      h("thead", {}, h("tr", {}, [text.date, text.before, text.after].map((one) =>
        h("th", { scope: "col" }, one)))),
      h("tbody", {}, days.slice(0, maxShown).map(({ date, before, after }) => h("tr", {},
        h("th", { scope: "row" }, shortDate(date, today)), h("td", {}, name(before)),
        h("td", {}, h("strong", {}, name(after))))))),
    days.length > maxShown && h("p", { class: "hint" }, text.more(days.length - maxShown)),
  ];
}

/** The latest closings, each with its undo while that is possible: `{ element, load(today), stop }`. */
export function closingList({ onundone }) {
  const text = words.schoolAdmin.closing;
  const element = h("div", {});
  let [isOver, timer, today] = [false, null, null];

  const load = async (now) => {
    today = now;
    clearTimeout(timer);
    try {
      const { items } = await get("/v1/admin/school/closings", { limit: listed });
      if (!isOver) show(items.filter(isRecent));
    } catch (problem) {
      // The days below work without the list.
      if (!(problem instanceof Problem)) throw problem;
    }
  };
  const isRecent = (one) => !one.undone && (one.date >= today || canUndo(one));
  const canUndo = (one) => !one.undone && Date.parse(one.undoableUntil) > clock.now();
  const undo = async ({ id, date }) => {
    try {
      await send("POST", `/v1/admin/school/closings/${id}/undo`);
      toast(text.undone(shortDate(date, today)));
    } catch (problem) {
      complain(problem);
    }
    await Promise.all([load(today), onundone()]);
  };
  const show = (items) => {
    fill(element, items.map((one) => h("section", { class: "card closing" },
      h("div", {}, h("strong", {}, text.closedOn(longDate(one.date, today))), h("p", { class: "row-note" },
        [one.note, canUndo(one) && text.until(timeOf(one.undoableUntil))].filter(Boolean).join(" · "))),
      canUndo(one) && h("button", { class: "button small", type: "button", onclick: () => undo(one),
        "aria-label": `${words.undo}: ${longDate(one.date, today)}` }, words.undo))));
    const ends = items.filter(canUndo).map((one) => Date.parse(one.undoableUntil) - clock.now());
    if (ends.length > 0) timer = setTimeout(() => load(today), Math.min(...ends) + 1000);
  };
  return { element, load, stop: () => {
    isOver = true;
    clearTimeout(timer);
  } };
}
