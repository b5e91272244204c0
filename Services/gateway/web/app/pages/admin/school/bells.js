// The bell schedules: the slots of a day, with alternatives where the lunches are split.

import { get } from "../../../api.js";
import { field, toggle } from "../../../components/form.js";
import { barButton, given, managedList, orNull } from "../../../components/managed.js";
import { repeated } from "../../../components/repeated.js";
import { h } from "../../../dom.js";
import { clockTime, words } from "../../../words/words.js";

const kinds = ["class", "lunch", "break", "homeroom", "assembly"];
const letters = ["A", "B", "C", "D"];
const maxSlots = 40;
/** The length of a slot whose end is not known yet (minutes). */
const usualMinutes = 45;

/** The page at /admin/school/bells. */
export function adminBellsPage() {
  const text = words.schoolAdmin.bells;
  const list = managedList({
    name: "/admin/school/bells", sign: "🔔", text, path: "/v1/admin/school/bells",
    load: async () => (await get("/v1/school/bells")).items,
    titleOf: ({ name }) => name,
    noteOf: (bell) => [bell.isUsual && text.usual, spanOf(bell.slots), text.periods(periodsOf(bell))]
      .filter(Boolean).join(" · "),
    form: bellForm,
  });
  list.load();
  return {
    name: "admin-bells", tab: "admin", title: text.title, parent: "/admin/school",
    action: barButton(text.add, () => list.add()),
    body: [h("p", { class: "quiet" }, text.lead), list.element],
    onEvent: (topic) => { if (topic === "reset") list.load(); },
    stop: () => { list.isOver = true; },
  };
}

function periodsOf({ slots }) {
  return new Set(slots.filter(({ kind }) => kind === "class").map(({ period }) => period)).size;
}

function spanOf(slots) {
  if (slots.length === 0) return null;
  const first = slots.map(({ starts }) => starts).sort()[0];
  const last = slots.map(({ ends }) => ends).sort().at(-1);
  return words.schoolCalendar.span(clockTime(first), clockTime(last));
}

function bellForm(bell) {
  const text = words.schoolAdmin.bells;
  const name = field({ name: "name", label: text.fields.name, required: true, maxLength: 60,
    autocomplete: "off", value: bell?.name ?? "" });
  const slots = repeated({
    name: "slots", label: text.slots, hint: text.slotsHint, add: text.addSlot, limit: maxSlots,
    lineName: text.slot, first: following, value: (bell?.slots ?? []).map(asLine),
    columns: [
      { name: "kind", label: text.fields.kind, kind: "select",
        options: kinds.map((kind) => [kind, text.kinds[kind]]) },
      { name: "period", label: text.fields.period, kind: "number", min: 1, max: 12 },
      { name: "starts", label: text.fields.starts, kind: "time", required: true },
      { name: "ends", label: text.fields.ends, kind: "time", required: true },
      { name: "variant", label: text.fields.variant, kind: "select",
        options: [["", text.everybody], ...letters.map((one) => [one, text.lunch(one)])] },
      { name: "name", label: text.fields.own, maxLength: 60 },
    ],
  });
  return {
    parts: [name, toggle({ name: "isUsual", label: text.isUsual, hint: text.isUsualHint,
      isOn: bell?.isUsual ?? false }), slots],
    method: "PUT", blames: { bell_exists: "name" },
    body: (values) => ({ name: values.name.trim(), isUsual: values.isUsual,
      slots: values.slots.map(asSlot) }),
  };
}

// The slot after the last one: the next period, as long as that.
function following(last) {
  if (!last) return { kind: "class", period: "1", starts: "08:00", ends: "08:45" };
  const [from, to] = [minutesOf(last.starts), minutesOf(last.ends)];
  const length = to > from ? to - from : usualMinutes;
  const starts = Number.isFinite(to) ? Math.min(to + 5, 1439) : NaN;
  return { kind: "class", period: last.period ? String(Math.min(Number(last.period) + 1, 12)) : "",
    starts: timeOf(starts), ends: timeOf(Math.min(starts + length, 1439)) };
}

function minutesOf(time) {
  const [hours, minutes] = (time ?? "").split(":").map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes) {
  if (!Number.isFinite(minutes)) return "";
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function asLine({ kind, period, variant, name, starts, ends }) {
  return { kind, period: period ? String(period) : "", variant: variant ?? "", name: name ?? "",
    starts: starts.slice(0, 5), ends: ends.slice(0, 5) };
}

function asSlot({ kind, period, variant, name, starts, ends }) {
  return given({ kind, period: Number(period) || null, variant: variant || null, name: orNull(name), starts,
    ends });
}
