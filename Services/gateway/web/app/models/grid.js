// A flat map around a point: meters east and north of it for degrees, good for a few miles.

const metersPerDegree = 111_320;
const lengths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

/** The position that many meters east and north of `origin`. */
export function moved(origin, { x, y }) {
  const latitude = Math.min(90, Math.max(-90, origin.latitude + y / metersPerDegree));
  const longitude = origin.longitude + x / (metersPerDegree * narrowing(origin));
  return { latitude: rounded(latitude), longitude: rounded(((longitude + 540) % 360) - 180) };
}

/** The largest round length up to `most`, in units of `meters` each. */
export function roundLength(most, meters = 1) {
  const found = lengths.findLast((length) => length * meters <= most) ?? lengths[0];
  return { count: found, meters: found * meters };
}

// Degrees of longitude are shorter away from the equator.
function narrowing({ latitude }) {
  return Math.max(0.01, Math.cos(latitude * Math.PI / 180));
}

// Six decimals are 11 cm.
function rounded(degrees) {
  return Math.round(degrees * 1e6) / 1e6;
}
