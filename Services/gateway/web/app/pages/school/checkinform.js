// The form for a new check-in: the place on a map, range and time limit first, everything else folded away.
// The same form edits a check-in that has not closed.

import { get, send } from "../../api.js";
import { keepLengthUnit, lengthUnit, rangeText } from "../../components/checkinpieces.js";
import { segmented } from "../../components/choices.js";
import { checkInsOf } from "../../components/coursecheckins.js";
import { conflict } from "../../components/conflict.js";
import { fold } from "../../components/fold.js";
import { field, form, refusal } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { failed, skeleton } from "../../components/pieces.js";
import { SpotPicker } from "../../components/spotpicker.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import {
  carefulFeet, feetAt, inUnit, maxMinutes, maxStep, metersOf, minMinutes, needsPlace, stepOf, typedRange,
  valuesLike,
} from "../../models/teaching.js";
import { back, go } from "../../router.js";
import { words } from "../../words/words.js";

/** The number of earlier check-ins that are looked at for the values a new one begins with. */
const fewLast = 5;
const modes = ["place", "code", "place_and_code", "manual"];
const blames = { limit_bad: "minutes", late_bad: "late", early_bad: "early", range_bad: "range",
  start_bad: "startDate", spot_needed: "place", spot_inaccurate: "place" };

/** The page at /courses/:id/check-ins/new. */
export function newCheckInPage({ params }) {
  const text = words.newCheckIn;
  const course = `/courses/${params.id}`;
  const body = h("div", {}, skeleton(3));
  let edit = null;
  let key = crypto.randomUUID();
  let sent = null;

  async function load() {
    try {
      const last = await checkInsOf(params.id, fewLast);
      const draft = new FormDraft(`${course}/check-ins/new`);
      edit = new CheckInForm(valuesLike(last.find(({ mode }) => mode !== "manual") ?? last[0] ?? null),
        { label: text.create, hasStart: true, submit: (values) => create(values, draft) });
      draft.begin(edit.element, edit.typed);
      fill(body, draft.note, edit.element);
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  }

  // The same values keep their idempotency key, so they become one check-in however often they are sent.
  async function create(values, draft) {
    const said = JSON.stringify(values);
    if (sent !== null && sent !== said) key = crypto.randomUUID();
    sent = said;
    try {
      const made = await send("POST", `/v1/courses/${encodeURIComponent(params.id)}/checkins`, values, key);
      await draft.forget();
      go(`/school/checkins/${made.id}`, { replace: true });
      toast(made.state === "planned" ? words.teaching.planned : words.teaching.created);
    } catch (problem) {
      const other = problem.code === "already_open" && problem.details?.current;
      if (!other) throw problem;
      edit.link(other.id);
      throw problem;
    }
  }

  load();
  return { name: "checkinform", tab: "school", title: text.title, parent: course, body,
    stop: () => edit?.stop() };
}

/** The page at /school/checkins/:id/edit. */
export function editCheckInPage({ params }) {
  const text = words.newCheckIn;
  const page = `/school/checkins/${params.id}`;
  const path = `/v1/checkins/${encodeURIComponent(params.id)}`;
  const body = h("div", {}, skeleton(3));
  let edit = null;

  async function load() {
    try {
      const now = await get(path);
      edit?.stop();
      edit = new CheckInForm(valuesLike(now), {
        label: words.save, hasStart: false, submit: (values) => save(now, values),
      });
      fill(body, edit.element);
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  }

  async function save(base, { savedSpot, spot, early, ...values }) {
    const place = savedSpot ? edit.placeOfSaved() : spot;
    try {
      await send("PATCH", path, { ...values, lateAfter: values.lateAfter ?? null, spot: place,
        version: base.version });
      back(page);
      toast(words.saved);
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      const current = problem.details?.current ?? await get(path);
      edit.showConflict(current, () => save(current, { savedSpot, spot, early, ...values }), load);
    }
  }

  load();
  return { name: "checkinform", tab: "school", title: text.editTitle, parent: page, body,
    stop: () => edit?.stop() };
}

class CheckInForm {
  constructor(first, { label, hasStart, submit }) {
    Object.assign(this, { feet: first.feet, unit: lengthUnit(), hasStart });
    this.spot = new SpotPicker({
      first, onrange: (feet) => this.setFeet(feet), oncode: () => this.choose("code"),
    });
    this.above = h("div", {});
    this.makeRange();
    this.makeTimes(first);
    this.makeMode(first.mode);
    const parts = [this.spot.element, this.rangeBox, this.minutes, this.minuteChips, this.more.element,
      this.above];
    this.edit = form({
      parts: parts.map((part) => part.element ? part : { element: part }),
      fields: [this.range, this.minutes, this.mode, this.early, this.late, ...this.start, ...this.spot.fields]
        .filter(Boolean).concat(this.place()),
      label, class: "form card held-form", blames,
      names: { lateAfter: "late", starts: "startDate", spot: "place", savedSpot: "place" },
      submit: () => submit(this.values()),
    });
    this.element = this.edit.element;
    this.typed = [this.range, this.minutes, this.early, this.late, ...this.start].filter(Boolean)
      .map(({ input }) => input);
    this.setFeet(first.feet);
    this.paint();
    this.element.addEventListener("input", () => this.paint());
    if (needsPlace(first.mode)) this.spot.begin();
    else this.spot.loadSaved();
  }

  stop() {
    this.spot.stop();
  }

  // The place as a field of the form.
  place() {
    const { spot } = this;
    return { name: "place", element: spot.element, say: (text) => spot.say(text),
      input: { name: "place", type: "place", value: "", focus: () => spot.focus() },
      fault: () => needsPlace(this.mode.input.value) ? spot.fault() : null };
  }

  makeRange() {
    const text = words.newCheckIn;
    this.slider = h("input", { type: "range", min: 0, max: maxStep, step: 1, class: "range-slider",
      "aria-label": text.range, oninput: () => this.setFeet(feetAt(Number(this.slider.value))) });
    this.range = field({ name: "range", label: text.range, inputmode: "decimal", autocomplete: "off",
      oninput: () => this.typeRange() });
    this.range.fault = () => (needsPlace(this.mode.input.value)
      && typedRange(this.range.input.value, this.unit) === null ? text.rangeBad[this.unit] : null);
    this.unitChoice = segmented({ name: "unit", label: text.unit, value: this.unit,
      options: [["ft", "ft"], ["m", "m"]], onchange: (unit) => this.setUnit(unit) });
    this.careful = h("p", { class: "warning", role: "status", hidden: true }, text.rangeCareful);
    this.rangeBox = h("div", { class: "range-box" },
      h("div", { class: "range-line" }, this.range.element, this.unitChoice.element), this.slider,
      this.careful);
  }

  makeTimes({ minutes, early, lateAfter }) {
    const text = words.newCheckIn;
    const number = (name, value, hint, label, rest = {}) => field({ name, label, hint, kind: "number", value,
      inputmode: "numeric", min: 0, max: maxMinutes, step: 1, autocomplete: "off", ...rest });
    this.minutes = number("minutes", minutes, text.minutesHint, text.minutes,
      { min: minMinutes, required: true });
    const count = () => Number(this.minutes.input.value);
    this.minutes.fault = () => Number.isInteger(count()) && count() >= minMinutes && count() <= maxMinutes
      ? null : text.minutesBad;
    this.minuteChips = h("div", { class: "chips", role: "group", "aria-label": text.minutes },
      [5, 10, 15, 30].map((value) => h("button", { class: "chip", type: "button", "aria-pressed": "false",
        "data-minutes": value, onclick: () => {
          this.minutes.input.value = value;
          this.minutes.input.dispatchEvent(new Event("input", { bubbles: true }));
        } }, text.minutesShort(value))));
    this.late = number("late", lateAfter ?? "", text.lateHint, text.late, { isOptional: true });
    this.late.fault = () => this.late.input.value !== "" && Number(this.late.input.value) >= count()
      ? text.lateBad : null;
    this.early = this.hasStart
      ? number("early", early || "", text.earlyHint, text.early, { isOptional: true, max: 60 }) : null;
    this.start = this.hasStart ? [
      field({ name: "startDate", label: text.starts, kind: "date", isOptional: true }),
      field({ name: "startTime", label: words.moment.time, kind: "time", isOptional: true }),
    ] : [];
  }

  makeMode(mode) {
    const text = words.newCheckIn;
    this.modeHint = h("p", { class: "hint" });
    this.mode = segmented({ name: "mode", label: text.mode, value: mode, onchange: () => this.modeChanged(),
      options: modes.map((name) => [name, words.teaching.modes[name]]) });
    this.more = fold({ name: text.more, say: () => this.said(), isOpen: false, inside: [
      this.mode.element, this.modeHint, this.late.element, this.early?.element,
      this.start.length > 0 && [h("div", { class: "pair" }, this.start.map(({ element }) => element)),
        h("p", { class: "hint" }, text.paper)],
    ] });
    this.more.element.classList.add("held-more");
  }

  choose(mode) {
    this.mode.input.value = mode;
    this.more.element.open = true;
    this.modeChanged();
  }

  modeChanged() {
    this.paint();
    if (needsPlace(this.mode.input.value) && !this.spot.value()) this.spot.begin();
  }

  said() {
    const text = words.newCheckIn;
    const late = this.late.input.value;
    const early = this.early?.input.value;
    return text.moreValues([words.teaching.modeNames[this.mode.input.value], late && text.lateAfter(late),
      early && early !== "0" && text.opensEarly(early)].filter(Boolean));
  }

  paint() {
    const mode = this.mode.input.value;
    const isPlaced = needsPlace(mode);
    this.spot.element.hidden = !isPlaced;
    this.rangeBox.hidden = !isPlaced;
    this.modeHint.textContent = words.newCheckIn.modeHints[mode];
    for (const chip of this.minuteChips.children) {
      chip.setAttribute("aria-pressed", String(chip.dataset.minutes === this.minutes.input.value));
    }
    this.more.paint();
  }

  setUnit(unit) {
    this.unit = unit;
    keepLengthUnit(unit);
    this.setFeet(this.feet);
  }

  setFeet(feet) {
    this.range.input.value = String(inUnit(feet, this.unit));
    this.range.say(null);
    this.took(feet);
  }

  typeRange() {
    const feet = typedRange(this.range.input.value, this.unit);
    if (feet !== null) this.took(feet);
  }

  took(feet) {
    this.feet = feet;
    this.slider.value = String(stepOf(feet));
    this.slider.setAttribute("aria-valuetext", rangeText(feet, this.unit));
    this.careful.hidden = Math.round(feet) >= carefulFeet;
    this.spot.setFeet(feet);
  }

  values() {
    const mode = this.mode.input.value;
    const values = { mode, minutes: Number(this.minutes.input.value) };
    const late = this.late.input.value;
    const early = this.early?.input.value;
    if (late !== "") values.lateAfter = Number(late);
    if (early) values.early = Number(early);
    const starts = this.startOf();
    if (starts) values.starts = starts;
    if (!needsPlace(mode)) return values;
    return { ...values, range: metersOf(this.feet), ...this.spot.value() };
  }

  startOf() {
    if (!this.hasStart) return null;
    const [date, time] = this.start.map(({ input }) => input.value);
    if (!date && !time) return null;
    if (!date || !time) {
      throw refusal(date ? "startTime" : "startDate", words.errors.field_missing);
    }
    return new Date(`${date}T${time}`).toISOString();
  }

  /** The chosen saved place as a place of its own, which an edit asks for. Without it the place stays. */
  placeOfSaved() {
    const found = this.spot.saved.find(({ id }) => id === this.spot.savedID);
    return found && { name: found.name, latitude: found.latitude, longitude: found.longitude };
  }

  link(id) {
    fill(this.above, h("a", { class: "button quiet-button", href: `/school/checkins/${id}` },
      words.teaching.one));
  }

  showConflict(current, keep, take) {
    const text = words.newCheckIn.conflict;
    const theirs = valuesLike(current);
    const range = (mode, feet) => needsPlace(mode) ? rangeText(feet, this.unit) : words.chart.none;
    const late = (value) => value === null || value === "" ? words.chart.none : String(value);
    const mode = this.mode.input.value;
    const rows = [
      [text.members.mode, words.teaching.modes[mode], words.teaching.modes[theirs.mode]],
      [text.members.range, range(mode, this.feet), range(theirs.mode, theirs.feet)],
      [text.members.minutes, this.minutes.input.value, String(theirs.minutes)],
      [text.members.lateAfter, late(this.late.input.value), late(theirs.lateAfter)],
    ].filter(([, mine, other]) => mine !== other);
    fill(this.above, conflict({ title: text.title, lead: rows.length > 0 ? text.lead : text.same, rows,
      keep: () => keep().catch(complain), take }));
    this.above.scrollIntoView({ block: "nearest" });
  }
}
