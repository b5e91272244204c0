// The visible part of a picture: a rectangle `{ x, y, width, height }` in fractions of the picture. It has
// the form of the frame, and never reaches beyond the picture.

/** The form of the frame around an event's picture: four to three. */
const frameForm = 4 / 3;
/** The limit on the zoom. */
const maxZoom = 5;
/** The limit of the site on a side of the part, in fractions of the picture. */
const minSide = 0.2;
/** The number of steps in which a fraction is stored. */
const steps = 10_000;

/** The largest part, in the middle of a picture of this `{ width, height }`, in the form of its `frame`. */
export function largestPart({ width, height, frame = frameForm }) {
  const form = width / height;
  const [wide, high] = form > frame ? [frame / form, 1] : [1, form / frame];
  // A picture that is several times longer than the frame is shown wider than the frame, and cut there.
  return within({ x: (1 - wide) / 2, y: (1 - high) / 2, width: wide, height: high });
}

/** The limit on the zoom into a picture of this size. */
export function maxZoomOf(size) {
  const { width, height } = largestPart(size);
  return Math.max(1, Math.min(maxZoom, width / minSide, height / minSide));
}

/** The zoom of a part: 1 for the largest. */
export function zoomOf(part, size) {
  return largestPart(size).width / part.width;
}

/** The part with another zoom. `at`, a point of the frame in fractions, shows the same as before. */
export function zoomed(part, size, zoom, at = { x: 0.5, y: 0.5 }) {
  const largest = largestPart(size);
  const factor = Math.min(Math.max(zoom, 1), maxZoomOf(size));
  const [width, height] = [largest.width / factor, largest.height / factor];
  return within({
    x: part.x + at.x * (part.width - width), y: part.y + at.y * (part.height - height), width, height,
  });
}

/** The part after a move by fractions of the frame. */
export function moved(part, x, y) {
  return within({ ...part, x: part.x + x * part.width, y: part.y + y * part.height });
}

/** The part as it is stored. */
export function storedPart({ x, y, width, height }) {
  const [wide, high] = [width, height].map((value) => Math.round(value * steps) / steps);
  const start = (value, side) => Math.max(0, Math.min(Math.round(value * steps) / steps, 1 - side));
  return { x: start(x, wide), y: start(y, high), width: wide, height: high };
}

function within({ x, y, width, height }) {
  const [wide, high] = [width, height].map((value) => Math.min(Math.max(value, minSide), 1));
  const start = (value, side) => Math.min(Math.max(value, 0), 1 - side);
  return { x: start(x, wide), y: start(y, high), width: wide, height: high };
}
