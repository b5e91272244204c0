// Quiet hours and the digest, with a drawing of the day that follows the form.

import { get, send } from "../api.js";
import { clock } from "../clock.js";
import { fill, h } from "../dom.js";
import { deviceZone, isZone, wallOf } from "../models/zonetime.js";
import { account, state } from "../state.js";
import { clockTime, listed, shortMoment, weekdayName, words } from "../words/words.js";
import { dayRing } from "./alertdrawings.js";
import { chips } from "./choices.js";
import { conflict } from "./conflict.js";
import { placeOfZone } from "./eventparts.js";
import { field, form, refusal, toggle } from "./form.js";
import { canTakeZone, takeZone } from "./ownzone.js";
import { failed, skeleton } from "./pieces.js";
import { complain, toast } from "./toast.js";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const usual = { from: "22:00", to: "07:00", digest: "18:00" };
/** The interval at which the drawing's clock hand moves (ms). */
const handMoves = 30_000;

/** The card. `look()` fetches the settings again; call `stop` when the page is left. */
export function quietCard() {
  const element = h("section", { class: "card quiet-card in-turn" }, h("h2", {}, words.quiet.title),
    skeleton(2));
  let shown = null;
  const hand = setInterval(() => { if (!document.hidden) shown?.draw(); }, handMoves);

  async function load() {
    try {
      // The profile says whether this device's zone is offered.
      const [times] = await Promise.all([get("/v1/alert-times"), account()]);
      show(times);
    } catch (problem) {
      if (!shown) fill(element, h("h2", {}, words.quiet.title), failed(problem, load));
    }
  }

  // `typed` are the form's values if they were typed over an earlier version.
  function show(times, typed = valuesOf(times)) {
    shown = quietForm(times, typed, { saved: show });
    fill(element, h("h2", {}, words.quiet.title), h("p", { class: "quiet" }, words.quiet.lead),
      shown.element);
  }

  load();
  return {
    element,
    // Keep typed values.
    look: () => { if (!shown || !shown.isTouched()) load(); },
    stop: () => clearInterval(hand),
  };
}

function quietForm(times, typed, { saved }) {
  const text = words.quiet;
  const above = h("div", {});
  const picture = h("div", { class: "day-picture" });
  const on = toggle({ name: "isQuiet", label: text.on, isOn: typed.isQuiet });
  const from = field({ name: "from", label: text.from, kind: "time", value: typed.from });
  const to = field({ name: "to", label: text.to, kind: "time", value: typed.to });
  const week = weekChips(typed.days, () => draw());
  const digestOn = toggle({ name: "hasDigest", label: text.digest, hint: text.digestHint,
    isOn: typed.hasDigest });
  const digest = field({ name: "digest", label: text.digestAt, kind: "time", value: typed.digest });
  const quietParts = h("div", { class: "stack-fields" },
    h("div", { class: "pair" }, from.element, to.element), week.element);
  const fields = [on, from, to, week, digestOn, digest];
  const values = () => ({
    isQuiet: on.input.checked, from: from.input.value, to: to.input.value, days: week.input.value,
    hasDigest: digestOn.input.checked, digest: digest.input.value,
  });

  function draw() {
    const now = values();
    quietParts.hidden = !now.isQuiet;
    digest.element.hidden = !now.hasDigest;
    fill(picture, dayPicture(now, times.zone));
  }

  async function save(began, changes) {
    try {
      const found = await send("PATCH", "/v1/alert-times", { ...changes, version: began.version });
      saved(found);
      toast(words.saved);
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      const current = problem.details?.current ?? await get("/v1/alert-times");
      fill(above, timesConflict(changes, current, {
        keep: () => save(current, changes).catch(complain), take: () => saved(current),
      }));
      above.scrollIntoView({ block: "nearest" });
    }
  }

  const edit = form({
    parts: [
      { element: picture }, on, { element: quietParts }, digestOn, digest,
      { element: zoneLine(times.zone, (zone) => saved({ ...times, zone }, values())) },
      { element: above },
    ],
    fields, label: words.save, blames: { quiet_bad: "to" },
    submit: async () => {
      const now = values();
      check(now);
      const changes = changesOf(membersOf(times), membersOf(now));
      if (Object.keys(changes).length > 0) await save(times, changes);
      else toast(words.saved);
    },
  });
  edit.element.addEventListener("input", draw);
  const element = h("div", { class: "stack-fields" },
    times.quietUntil && h("p", { class: "notice" }, text.now(shortMoment(times.quietUntil))), edit.element);
  draw();
  const first = JSON.stringify(values());
  return { element, draw, isTouched: () => JSON.stringify(values()) !== first };
}

// The line with the time zone. If the profile has no zone, a button sets it to this device's.
function zoneLine(zone, taken) {
  const text = words.quiet;
  const line = h("p", { class: "hint" }, text.zone(placeOfZone(zone)), " ",
    h("a", { href: "/settings/profile" }, text.changeZone));
  if (!canTakeZone()) return line;
  return h("div", { class: "zone-line" }, line, h("button", {
    class: "button quiet-button small", type: "button", onclick: async () => {
      try {
        await takeZone();
        taken(deviceZone);
        toast(words.ownZone.taken(placeOfZone(deviceZone)));
      } catch (problem) {
        complain(problem);
      }
    },
  }, words.ownZone.take(placeOfZone(deviceZone))));
}

function weekChips(chosen, changed) {
  const error = h("p", { class: "field-error", hidden: true, role: "alert" });
  let value = chosen;
  const row = chips({
    label: words.quiet.days, isMany: true, value: chosen, options: days.map((day) => [day, shortName(day)]),
    onchange: (set) => {
      value = days.filter((day) => set.has(day));
      say(null);
      changed();
    },
  });
  const say = (line) => {
    error.textContent = line ?? "";
    error.hidden = !line;
  };
  const input = { name: "days", type: "days", get value() { return value; },
    focus: () => row.querySelector("button").focus() };
  const label = h("p", { class: "choice-label", "aria-hidden": "true" }, words.quiet.days);
  return { element: h("div", { class: "field" }, label, row, error), input, name: "days", say };
}

function check({ isQuiet, from, to, days: chosen, hasDigest, digest }) {
  const text = words.quiet;
  if (isQuiet && !from) throw refusal("from", words.errors.field_missing);
  if (isQuiet && !to) throw refusal("to", words.errors.field_missing);
  if (isQuiet && from === to) throw refusal("to", text.same);
  if (isQuiet && chosen.length === 0) throw refusal("days", text.needDays);
  if (hasDigest && !digest) throw refusal("digest", words.errors.field_missing);
}

function dayPicture({ isQuiet, from, to, days: chosen, hasDigest, digest }, zone) {
  const text = words.quiet;
  const hasQuiet = isQuiet && from && to && from !== to && chosen.length > 0;
  const now = isZone(zone) ? wallOf(clock.now(), zone).time : null;
  const sentences = [
    hasQuiet ? text.isQuiet(clockTime(from), clockTime(to), daysWords(chosen)) : text.isLoud,
    hasDigest && digest && text.hasDigest(clockTime(digest)), now && text.isNow(clockTime(now)),
  ].filter(Boolean);
  const keys = [hasQuiet && "quiet", now && "now", hasDigest && digest && "digest"].filter(Boolean);
  return [
    dayRing({
      quiet: hasQuiet ? [minutesOf(from), minutesOf(to)] : null, now: now && minutesOf(now),
      digest: hasDigest && digest ? minutesOf(digest) : null, label: sentences.join(" "),
    }),
    h("div", { class: "day-words" }, h("p", {}, sentences.slice(0, now ? -1 : undefined).join(" ")),
      h("ul", { class: "day-keys", "aria-hidden": "true" }, keys.map((name) =>
        h("li", {}, h("span", { class: `day-key is-${name}` }), text.keys[name])))),
  ];
}

function timesConflict(mine, current, acts) {
  const text = words.quiet.conflict;
  const theirs = membersOf(current);
  const rows = Object.keys(mine).map((name) =>
    [text.members[name], inWords(name, mine[name]), inWords(name, theirs[name])]);
  return conflict({ title: text.title, lead: text.lead, rows, look: "conflict", ...acts });
}

function inWords(name, value) {
  if (value === null) return words.quiet.conflict.off;
  if (name === "digest") return clockTime(value);
  return words.quiet.isQuiet(clockTime(value.from), clockTime(value.to), daysWords(value.days));
}

function daysWords(chosen) {
  return chosen.length === days.length ? words.quiet.everyDay : listed(chosen.map(shortName));
}

function shortName(day) {
  return weekdayName(day.slice(0, 2).toUpperCase());
}

// The form's values, with times as `HH:MM`; the API's have seconds.
function valuesOf({ quiet, digest }) {
  return {
    isQuiet: Boolean(quiet), from: quiet?.from.slice(0, 5) ?? usual.from,
    to: quiet?.to.slice(0, 5) ?? usual.to, days: quiet?.days ?? days, hasDigest: Boolean(digest),
    digest: digest?.slice(0, 5) ?? usual.digest,
  };
}

function membersOf(times) {
  const values = "isQuiet" in times ? times : valuesOf(times);
  const inWeek = days.filter((day) => values.days.includes(day));
  return {
    quiet: values.isQuiet ? { from: `${values.from}:00`, to: `${values.to}:00`, days: inWeek } : null,
    digest: values.hasDigest ? `${values.digest}:00` : null,
  };
}

function changesOf(before, after) {
  return Object.fromEntries(Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}

function minutesOf(time) {
  const [hours, minutes] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
