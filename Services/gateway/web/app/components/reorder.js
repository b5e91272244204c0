// Lines that are drawn to another place of their list by a handle, with a mouse, a pen or a finger.

/** Before that it may still be a tap (px). */
const slack = 6;
/** So near an edge of the screen the page goes along (px), and so far in one frame. */
const edge = 72;
const maxStep = 14;

/**
 * Lets whoever takes hold of a `[data-act=grip]` of a line of `list` draw that line. Meanwhile nothing in
 * the document moves but by looks: `begun()` and `ended()` say from when until when the list has to stay as
 * it is, and between them `moved(id, after)` that the line is to follow the one with the id `after`, or to
 * be the first (null). Escape gives up. Whoever uses this offers the same by other ways.
 */
export function reorderable(list, { begun, moved, ended }) {
  let hold = null;

  function lift() {
    const { row, pointer } = hold;
    const rows = [...list.children].filter((one) => !one.classList.contains("is-new"));
    const tops = rows.map((one) => one.getBoundingClientRect().top + scrollY);
    Object.assign(hold, {
      isLifted: true, rows, from: rows.indexOf(row), to: rows.indexOf(row),
      middles: rows.map((one, at) => tops[at] + one.offsetHeight / 2), height: row.offsetHeight,
      most: [tops[0] - tops[rows.indexOf(row)],
        tops.at(-1) + rows.at(-1).offsetHeight - row.offsetHeight - tops[rows.indexOf(row)]],
    });
    list.setPointerCapture(pointer);
    list.classList.add("is-sorting");
    row.classList.add("is-lifted");
    begun();
    requestAnimationFrame(goAlong);
  }

  function follow() {
    const { row, rows, from, middles, height, most, y, beganAt } = hold;
    const way = Math.min(most[1], Math.max(most[0], y + scrollY - beganAt));
    // A line makes room when the edge that comes nearer has passed its middle.
    const [top, bottom] = [-1, 1].map((side) => middles[from] + way + side * height / 2);
    row.style.setProperty("--way", `${way}px`);
    let to = from;
    while (to > 0 && top < middles[to - 1]) to -= 1;
    while (to < rows.length - 1 && bottom > middles[to + 1]) to += 1;
    if (to === hold.to) return;
    hold.to = to;
    rows.forEach((one, at) => {
      const isPassed = at !== from && at >= Math.min(from, to) && at <= Math.max(from, to);
      one.style.setProperty("--way", isPassed ? `${Math.sign(from - to) * height}px` : "0px");
    });
    row.style.setProperty("--way", `${way}px`);
  }

  // A list that is longer than the screen.
  function goAlong() {
    if (!hold?.isLifted) return;
    const beyond = hold.y < edge ? hold.y - edge : Math.max(0, hold.y - innerHeight + edge);
    if (beyond !== 0) {
      scrollBy({ top: Math.sign(beyond) * Math.min(maxStep, Math.abs(beyond) / 4), behavior: "instant" });
      follow();
    }
    requestAnimationFrame(goAlong);
  }

  function drop(isMeant) {
    const { isLifted, row, rows, id, from, to, pointer } = hold;
    hold = null;
    if (!isLifted) return;
    if (list.hasPointerCapture(pointer)) list.releasePointerCapture(pointer);
    list.classList.remove("is-sorting");
    row.classList.remove("is-lifted");
    for (const one of rows) one.style.removeProperty("--way");
    if (isMeant && to !== from) {
      const rest = rows.filter((one) => one !== row);
      moved(id, rest[to - 1]?.dataset.id ?? null);
    }
    ended();
  }

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-act=grip]");
    if (!grip || hold?.isLifted || !event.isPrimary || event.button !== 0) return;
    const row = grip.closest("[data-id]");
    hold = { row, id: row.dataset.id, pointer: event.pointerId, y: event.clientY,
      beganAt: event.clientY + scrollY };
  });
  list.addEventListener("pointermove", (event) => {
    if (event.pointerId !== hold?.pointer) return;
    if (event.buttons === 0) {
      drop(false);
      return;
    }
    hold.y = event.clientY;
    if (!hold.isLifted && Math.abs(hold.y + scrollY - hold.beganAt) > slack) lift();
    if (hold.isLifted) follow();
  });
  const letGo = (isMeant) => (event) => {
    if (event.pointerId === hold?.pointer) drop(isMeant);
  };
  list.addEventListener("pointerup", letGo(true));
  list.addEventListener("pointercancel", letGo(false));
  list.addEventListener("lostpointercapture", (event) => {
    if (event.target === list) letGo(false)(event);
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !hold?.isLifted) return;
    event.stopPropagation();
    drop(false);
  }, { capture: true });
}
