// The details of a notice: its text, its reasons and its snooze.

import { send } from "../api.js";
import { clock } from "../clock.js";
import { emoji, h } from "../dom.js";
import { instantOf, wallOf } from "../models/zonetime.js";
import { clockTime, words } from "../words/words.js";
import { ownMoment, ownZone, placeOf, reasonsOf, said } from "./alertwords.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

const aMinute = 60_000;
const aDay = 86_400_000;
const morning = "09:00";
const undoStays = 10_000;

/**
 * Opens the sheet. `read(isRead)` is called when the person marks the notice as read or unread, `changed()`
 * when it is snoozed and when the snooze is undone.
 */
export function openNotice(notice, { read, changed }) {
  const text = words.inbox;
  const { sign, title, note } = said(notice.text);
  const place = placeOf(notice);
  const act = (action) => () => {
    opened.close();
    action();
  };
  const opened = sheet({
    title: text.came(ownMoment(notice.at)),
    body: [
      h("div", { class: "notice-head" }, h("span", { class: "setting-sign" }, emoji(sign)),
        h("div", { class: "setting-words" }, h("strong", {}, title),
          note && h("p", { class: "quiet" }, note))),
      stateNote(notice),
      place && h("a", { class: "button", href: place, onclick: () => read(true) }, text.open),
      canComeAgain(notice) && later((minutes) => act(() => snooze(notice, minutes, changed))()),
      reasons(notice),
      h("button", { class: "button quiet-button", type: "button", onclick: act(() => read(!notice.read)) },
        notice.read ? text.unreadAgain : text.read),
    ],
  });
  return opened;
}

/** True for a notice that can be snoozed: an alert that fired, on time or late. */
function canComeAgain({ kind, alert }) {
  return Boolean(alert) && (kind === "fired" || kind === "late");
}

function stateNote({ kind, snoozedUntil }) {
  const text = words.inbox;
  const lines = [kind === "late" && text.lateText, kind === "missed" && text.missedText,
    snoozedUntil && `${text.again(ownMoment(snoozedUntil))}.`].filter(Boolean);
  return lines.length > 0 && h("p", { class: "notice" }, lines.join(" "));
}

function later(snoozed) {
  const text = words.inbox;
  const tomorrow = untilTomorrow();
  const times = [[10, text.inMinutes(10)], [60, text.inAnHour],
    [tomorrow, text.tomorrow(clockTime(morning))]];
  return h("section", { class: "notice-part" }, h("h3", {}, text.later),
    h("div", { class: "chips" }, times.map(([minutes, label]) =>
      h("button", { class: "chip", type: "button", onclick: () => snoozed(minutes) }, label))));
}

// The minutes until 9:00 tomorrow in the person's time zone.
function untilTomorrow() {
  const zone = ownZone();
  const now = clock.now();
  const { date } = wallOf(now, zone);
  const next = new Date(Date.parse(`${date}T12:00:00Z`) + aDay).toISOString().slice(0, 10);
  return Math.ceil((instantOf({ date: next, time: morning, zone }).instant - now) / aMinute);
}

function reasons(notice) {
  const { stops } = words.alerts;
  return h("section", { class: "notice-part" }, h("h3", {}, words.inbox.why),
    h("ul", { class: "points" }, reasonsOf(notice).map(({ why, stop }) =>
      h("li", {}, why, stop && [" ", h("a", { href: stop[1] }, stop[0])]))),
    h("p", {}, h("a", { href: "/settings/alerts" }, stops.channels)));
}

async function snooze(notice, minutes, changed) {
  const text = words.inbox;
  try {
    const planned = await send("POST", `/v1/inbox/${notice.id}/snooze`, { minutes });
    toast(text.snoozed(ownMoment(planned.at)), () => takeBack(planned, changed), undoStays);
  } catch (problem) {
    complain(problem);
  }
  changed();
}

async function takeBack({ id }, changed) {
  try {
    await send("DELETE", `/v1/alerts/${id}`);
  } catch (problem) {
    if (problem.code !== "not_found") complain(problem);
  }
  changed();
}
