// Recurrence rules (RFC 5545) as choices: common ones by name, all others as text.

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** The choices of the form, in order. */
export const repeatKinds = ["none", "daily", "weekly", "monthly", "yearly", "own"];

/** The form values `{ repeats, days, rule }` of a rule's text. */
export function choiceOf(text) {
  if (!text) return { repeats: "none", days: [], rule: "" };
  const parts = Object.fromEntries(text.split(";").map((part) => part.split("=")));
  const { FREQ, BYDAY, ...rest } = parts;
  const days = BYDAY ? BYDAY.split(",") : [];
  const kind = FREQ?.toLowerCase();
  const isPlain = Object.keys(rest).length === 0 && days.every((day) => weekdays.includes(day));
  const isNamed = kind === "weekly" || (days.length === 0 && ["daily", "monthly", "yearly"].includes(kind));
  return isPlain && isNamed ? { repeats: kind, days, rule: "" } : { repeats: "own", days: [], rule: text };
}

/** The rule's text of a choice, or null without repeats. */
export function ruleOf({ repeats, days, rule }) {
  if (repeats === "none") return null;
  if (repeats === "own") return rule.trim().toUpperCase() || null;
  const chosen = weekdays.filter((day) => days.includes(day));
  const byDay = repeats === "weekly" && chosen.length > 0 ? `;BYDAY=${chosen.join(",")}` : "";
  return `FREQ=${repeats.toUpperCase()}${byDay}`;
}

/** The weekday of a date (`2026-10-15`) as a rule names it. */
export function weekdayOf(date) {
  const day = new Date(`${date}T12:00:00Z`).getUTCDay();
  return Number.isNaN(day) ? null : weekdays[(day + 6) % 7];
}
