// Local times of a zone, shown until the site replies. The reply takes precedence.

const aDay = 86_400_000;
const clocks = new Map();

/** The zone of this device. */
export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** The names of all zones in this browser and of `extra` ones, sorted. */
export function zoneNames(...extra) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  return [...new Set(["UTC", deviceZone, ...known, ...extra.filter(Boolean)])].sort();
}

/** True if this browser has the zone. */
export function isZone(zone) {
  try {
    return Boolean(clockOf(zone));
  } catch {
    return false;
  }
}

/** The local time in a zone at an instant (ms): `{ date, time }` as field values. */
export function wallOf(instant, zone) {
  const text = new Date(wallNumber(instant, zone)).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/**
 * The instant (ms) of a local time in a zone: `{ instant, isAdjusted }`. A time that the clocks skip moves
 * forward by the length of the gap and `isAdjusted` is true. Of a time that occurs twice, the first one.
 * Without a time, the start of the day. NaN for an invalid date.
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

// The local time of the zone at an instant, as if it were UTC.
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
