// The AEDs of the campus: the nearest ones first.

/** The mean radius of the Earth (m), IUGG. */
const radius = 6_371_009;
const radians = (degrees) => degrees * Math.PI / 180;

/** The distance of two positions in degrees, along a great circle (m); the haversine formula. */
export function distance(from, to) {
  const [north, east] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)];
  const half = Math.sin(north / 2) ** 2
    + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The most characters of a floor that is a number or an abbreviation, such as `2`, `-1` or `LG1`. */
const maxNumber = 3;

/** A floor in a line: `named` puts the word in front of a number; `Ground floor` is one without it. */
export function floorText(floor, named) {
  return floor.length > maxNumber ? floor : named(floor);
}

/**
 * The AEDs as `{ aed, meters }`, at most `count`. With a position the nearest come first, and those without
 * one of their own last; without, they stay in the site's order.
 */
export function nearest(aeds, here, count) {
  const all = aeds.map((aed) =>
    ({ aed, meters: here && aed.position ? distance(here, aed.position) : null }));
  if (here) all.sort((a, b) => (a.meters ?? Infinity) - (b.meters ?? Infinity));
  return all.slice(0, count);
}
