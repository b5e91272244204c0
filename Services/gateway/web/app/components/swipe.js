// A row that can be swiped aside, as in lists on phones.

/** The distance after which the row stays open (px). */
const farEnough = 80;
/** The distance of a swipe (px). A shorter one may be a tap or the start of scrolling. */
const slack = 10;

/**
 * Calls `drawn()` when the row was swiped far enough toward its start, otherwise `letGo()`. During the swipe
 * the row has the class `is-drawing` and its distance in `--drawn`. The caller has to offer the same without
 * swiping.
 */
export function drawable(row, { drawn, letGo = () => {} }) {
  let from = null;
  let way = 0;
  let isDrawing = false;
  const stop = (event) => {
    const { id } = from ?? {};
    from = null;
    if (!isDrawing) return;
    if (row.hasPointerCapture(id)) row.releasePointerCapture(id);
    row.classList.remove("is-drawing");
    row.style.removeProperty("--drawn");
    // Ignore the click that ends the swipe.
    setTimeout(() => { isDrawing = false; });
    if (event.type === "pointerup" && way >= farEnough) drawn();
    else letGo();
  };
  row.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || event.target.closest("button")) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    isDrawing = false;
    way = 0;
  });
  row.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!isDrawing) {
      if (Math.abs(y) > slack) from = null;
      if (!from || Math.abs(x) <= slack || Math.abs(x) < Math.abs(y)) return;
      isDrawing = true;
      row.setPointerCapture(from.id);
      row.classList.add("is-drawing");
    }
    const onward = document.documentElement.dir === "rtl" ? -1 : 1;
    way = Math.max(0, -x * onward);
    row.style.setProperty("--drawn", `${way}px`);
  });
  row.addEventListener("pointerup", stop);
  row.addEventListener("pointercancel", stop);
  row.addEventListener("click", (event) => {
    if (!isDrawing) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  row.addEventListener("dragstart", (event) => event.preventDefault());
}

/**
 * Calls `turn(1)` when the element was swiped toward its start, as to the next page, and `turn(-1)` for the
 * other way. The caller has to offer the same without swiping.
 */
export function swipeable(element, turn) {
  let from = null;
  let hasTurned = false;
  element.addEventListener("pointerdown", (event) => {
    hasTurned = false;
    from = event.isPrimary && event.pointerType === "touch" ? { x: event.clientX, y: event.clientY } : null;
  });
  element.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    from = null;
    if (Math.abs(x) < farEnough || Math.abs(x) < 2 * Math.abs(y)) return;
    hasTurned = true;
    turn(x * (document.documentElement.dir === "rtl" ? -1 : 1) < 0 ? 1 : -1);
  });
  element.addEventListener("pointercancel", () => { from = null; });
  element.addEventListener("click", (event) => {
    if (!hasTurned) return;
    hasTurned = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}
