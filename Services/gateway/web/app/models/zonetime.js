// Times on the clocks of a zone, for what is shown before the site has answered: its answer is what counts.

const aDay = 86_400_000;
const clocks = new Map();

/** The zone of this device. */
export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** The names of all zones that this browser knows, and `extra` ones, sorted. */
export function zoneNames(...extra) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  return [...new Set(["UTC", deviceZone, ...known, ...extra.filter(Boolean)])].sort();
}

/** True if this browser knows the zone. */
export function isZone(zone) {
  try {
    return Boolean(clockOf(zone));
  } catch {
    return false;
  }
}

/** The time in a zone at an instant (ms): `{ date, time }` in the form that fields take. */
export function wallOf(instant, zone) {
  const text = new Date(wallNumber(instant, zone)).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/**
 * The instant (ms) at which the clocks of a zone show a time, and whether there is one: where the clocks go
 * forward over it, it is the time as far after the change; where they go back, the first of the two. Without
 * a time the day begins. NaN for what is no date.
 */
export function instantOf({ date, time, zone }) {
  const wall = Date.parse(`${date}T${(time ?? "00:00").slice(0, 5)}:00Z`);
  if (!Number.isFinite(wall)) return { instant: NaN, isAdjusted: false };
  const [early, late] = [-aDay, aDay].map((way) => wall - offsetAt(wall + way, zone));
  const found = [early, late].find((instant) => wallNumber(instant, zone) === wall);
  return { instant: found ?? early, isAdjusted: found === undefined };
}

function offsetAt(instant, zone) {
  return wallNumber(instant, zone) - instant;
}

// The clocks of the zone at an instant, read as if they were those of UTC.
function wallNumber(instant, zone) {
  const parts = clockOf(zone).formatToParts(instant).map(({ type, value }) => [type, value]);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function clockOf(zone) {
  if (!clocks.has(zone)) {
    clocks.set(zone, new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric",
      minute: "numeric", second: "numeric",
    }));
  }
  return clocks.get(zone);
}
