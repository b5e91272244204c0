// The dates that people can enter.

/** The years that people can enter, as `CivilDate.enteredYears` of Schema. */
export const enteredYears = [1900, 9999];
/** The first and the last date that people can enter. */
export const enteredDates = [`${enteredYears[0]}-01-01`, `${enteredYears[1]}-12-31`];

/** True for a date `2026-11-24` whose year people can enter: browsers take 0002 and 12026, too. */
export function isEntered(date) {
  const [first, last] = enteredDates;
  return date.length === first.length && date >= first && date <= last;
}
