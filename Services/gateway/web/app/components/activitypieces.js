// When an activity meets, in words.

import { weekdayName } from "./schoolday.js";
import { clockTime, moment, sentence, timeOf, words } from "../words/words.js";

/** The next meeting of an activity, or that there is none. */
export function meetingText({ next = [], meets = [] }) {
  const text = words.activities;
  if (next.length > 0) return text.next(moment(next[0].starts));
  return meets.length > 0 ? text.noNext : text.noMeets;
}

/** One of the next meetings from its start to its end. */
export function meetingSpan({ starts, ends }) {
  return words.activities.span(sentence(moment(starts)), timeOf(ends));
}

/** A rule by which an activity meets: `Mondays after school, 60 minutes`. `dayTypes` names them by id. */
export function ruleText(rule, dayTypes = new Map()) {
  const text = words.activities;
  const day = rule.weekday ? text.on(weekdayName(rule.weekday)) : rule.dayType
    ? text.onType(rule.dayType.name ?? dayTypes.get(rule.dayType) ?? "") : text.everyDay;
  const at = text.at[rule.at]({ time: rule.starts && clockTime(rule.starts), period: rule.period });
  return text.rule(day, at, rule.minutes);
}
