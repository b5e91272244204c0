// The form of an event. Nothing is saved until its warnings are resolved.

import { Problem } from "../api.js";
import { clock } from "../clock.js";
import { h } from "../dom.js";
import { heldIn, isOver, momentOf, untouchedTitles } from "../models/eventvalues.js";
import { colorOf, drawingOf } from "../models/look.js";
import { deviceZone, wallOf } from "../models/zonetime.js";
import { state } from "../state.js";
import { clockTime, lengthIn, words } from "../words/words.js";
import { sharingField } from "./eventcourses.js";
import { eventPicture } from "./eventparts.js";
import { lookFields } from "./lookfields.js";
import { field, form, refusal, toggle } from "./form.js";
import { fold } from "./fold.js";
import { leadChips, leadWords } from "./leadchips.js";
import { pictureField } from "./picturefield.js";
import { repeatField } from "./repeatfield.js";
import { zoneField } from "./zonefield.js";

/** The step of the time picker (s). Typed times can be exact. */
const timeStep = 300;
/** This form's names for members that the API names differently. */
const names = { minutes: "length", recurrence: "rule" };
/** The form's fields by error code, for problems that name no field. */
const blames = {
  title_unchanged: "title", date_not_future: "date", rrule_bad: "rule", rrule_unsupported: "rule",
  no_room: "visibility", no_course: "visibility", picture_bad: "picture",
};

/**
 * A form over `values`. `base` has the values of the `event` before an edit; its date may stay in the past
 * if it is not changed. `changed(values)` is called on input, `submit(values)` after the values passed the
 * checks.
 */
export function eventForm(values, { base = null, event = null, changed, submit }) {
  const text = words.events;
  const parts = fieldsOf(values);
  const { title, isAllDay, date, time, zone, length, lengthUnit } = parts;
  const about = () => untouchedTitles.includes(title.input.value) ? "" : title.input.value.slice(0, 100);
  const picture = pictureField({ value: values.picture, shown: event, about, changed: () => {
    paint();
    changed(typed());
  } });
  const shift = h("p", { class: "warning", role: "status", hidden: true });
  const all = [...Object.values(parts).filter(({ input }) => input), ...parts.repeat.fields, picture];
  const valueOf = ({ input }) => input.type === "checkbox" ? input.checked : input.value;
  const typed = () => ({ ...values, ...Object.fromEntries(all.map((part) => [part.name, valueOf(part)])) });
  const folds = foldsOf(parts, values, typed);

  function paint() {
    const now = typed();
    picture.draw(eventPicture({ ...now, picture: null }, "wide"));
    parts.drawing.paint(now.title);
    time.element.hidden = now.isAllDay;
    parts.leads.note.textContent = now.isAllDay ? text.leadsAllDay : text.leadsHint;
    // A repeating event may have started long ago.
    date.input.min = now.repeats === "none" ? wallOf(clock.now(), now.zone).date : "";
    lengthUnit.input.disabled = now.isAllDay;
    for (const one of folds) one.paint();
    const { instant, isAdjusted } = momentOf(now);
    shift.hidden = !isAdjusted || now.isAllDay;
    if (!shift.hidden) {
      shift.textContent = text.skipped(clockTime(now.time), clockTime(wallOf(instant, now.zone).time));
    }
  }

  function check(now) {
    const isSame = base && ["date", "time", "zone", "isAllDay"].every((name) => base[name] === now[name]);
    if (!now.title.trim()) throw refusal("title", text.titleBlank);
    if (!base && untouchedTitles.includes(now.title.trim())) throw refusal("title", text.titleUnchanged);
    if (!now.date) throw refusal("date", words.errors.field_missing);
    if (!now.isAllDay && !now.time) throw refusal("time", words.errors.field_missing);
    if (!isSame && isOver(now, clock.now())) throw refusal("date", text.dateNotFuture);
  }

  isAllDay.input.addEventListener("change", () => {
    const unit = isAllDay.input.checked ? ["1", "days"] : ["2", "hours"];
    [length.input.value, lengthUnit.input.value] = unit;
  });
  const edit = form({
    parts: layout(parts, picture.element, shift, folds), fields: all, label: words.save, names, blames,
    class: "form event-form",
    submit: async () => {
      const now = typed();
      check(now);
      await submit(now);
    },
    oninput: () => {
      paint();
      changed(typed());
    },
    onchange: paint,
  });
  // Select an unchanged default name, so that typing replaces it.
  title.input.addEventListener("focus", () => {
    if (!base && untouchedTitles.includes(title.input.value)) title.input.select();
  });
  paint();
  return { element: edit.element, typed, zone };
}

function fieldsOf(values) {
  const text = words.events;
  const { me } = state;
  const visibility = sharingField(values.visibility);
  const date = field({ name: "date", label: text.date, kind: "date", value: values.date, required: true });
  return {
    title: field({ name: "title", label: text.name, value: values.title, maxLength: 200, autocomplete: "off",
      required: true, missing: text.errors.title_blank, enterkeyhint: "done",
      placeholder: text.nameExample }),
    isAllDay: toggle({ name: "isAllDay", label: text.allDay, isOn: values.isAllDay }),
    date,
    time: field({ name: "time", label: text.time, kind: "time", step: timeStep, value: values.time }),
    zone: zoneField({ value: values.zone, near: [me?.zone] }),
    length: field({ name: "length", label: text.length, kind: "number", min: 0, value: values.length,
      inputmode: "decimal" }),
    lengthUnit: field({ name: "lengthUnit", label: text.unit, kind: "select", value: values.lengthUnit,
      options: ["minutes", "hours", "days"].map((key) => [key, words.countdown.units[key]]) }),
    repeat: repeatField({ ...values, date: () => date.input.value }),
    leads: leadChips({ value: values.leads }),
    place: field({ name: "place", label: text.place, value: values.place, maxLength: 200, isOptional: true,
      autocomplete: "off" }),
    notes: field({ name: "notes", label: words.task.notes, kind: "textarea", value: values.notes,
      maxLength: 5000, isOptional: true }),
    ...lookFields(values),
    ...(visibility ? { visibility } : {}),
  };
}

function pair(one, other) {
  return h("div", { class: "pair" }, one.element, other.element);
}

// Everything but name and time is folded away while it has its usual values.
function foldsOf({ length, lengthUnit, repeat, zone, leads, place, notes, visibility, drawing, color },
  values, typed) {
  const text = words.events;
  const usualZone = state.me?.zone ?? deviceZone;
  const held = heldIn(values, usualZone);
  const chosen = () => visibility.input.selectedOptions?.[0]?.text
    ?? (typed().visibility === "private" ? text.onlyMe : text.myRoom);
  return [
    fold({ name: text.folds.length, isOpen: held.length, say: () => lengthWords(typed(), usualZone),
      inside: [pair(length, lengthUnit), repeat.element, zone.element] }),
    fold({ name: text.reminders, isOpen: held.leads, inside: leads.element,
      say: () => typed().leads.map(leadWords).join(", ") || text.folds.none }),
    ...(visibility ? [fold({ name: text.whoSees, isOpen: held.visibility, say: chosen,
      inside: visibility.element })] : []),
    fold({ name: text.folds.place, isOpen: held.place, inside: [place.element, notes.element],
      say: () => typed().place.trim() }),
    fold({ name: text.look, isOpen: false,
      say: () => [text.drawings[drawingOf(typed())], text.colors[colorOf(typed())]].join(" · "),
      inside: [drawing.element, color.element] }),
  ];
}

function lengthWords({ length, lengthUnit, repeats, zone }, usualZone) {
  const number = Number(length);
  return [
    number > 0 && lengthIn(lengthUnit, number),
    repeats !== "none" && words.events.repeatKinds[repeats],
    zone !== usualZone && zone.replaceAll("_", " "),
  ].filter(Boolean).join(" · ");
}

function layout(parts, picture, shift, folds) {
  return [
    { element: picture },
    { element: h("section", { class: "card field-group" }, parts.title.element, parts.isAllDay.element,
      pair(parts.date, parts.time), shift) },
    { element: h("section", { class: "card folds" }, folds.map(({ element }) => element)) },
  ];
}

/** Replaces the words of a problem with the event pages' own, if they have any. */
export function inOwnWords(problem) {
  const own = words.events.errors[problem.code];
  const fields = problem.fields.map((fault) => words.events.errors[fault.code]
    ? { ...fault, code: "", message: words.events.errors[fault.code] } : fault);
  const field = blames[problem.code];
  if (own && fields.length === 0 && field) return refusal(field, own);
  return fields.length > 0 ? new Problem({ ...problem, errors: fields }) : problem;
}
