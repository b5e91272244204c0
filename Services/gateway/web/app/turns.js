// Transitions between pages: a page below another one comes in from the side, and the title and picture of a
// row grow into the head of its page. The way back shows the reverse.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
/** The parts that move, in a row and on the page that it leads to. */
const parts = {
  picture: { row: ".event-picture", page: ".event-head" },
  title: { row: ".row-title", page: ".event-head h1, .task-card h2" },
};
/** The parts of the frame that stand still while the page moves. */
const still = { top: ".top", tabs: ".tabs" };
/** The limit on the parts of a list, of 20 rows each, that a transition may end with. */
const maxParts = 50;
let running = null;
/** The address of the page that was left last with a longer list. */
let longPage = null;
/** The elements that have a name for the running transition, by part. */
let named = {};

/**
 * Shows a page by `show()`, which returns it, in place of the page `former` at the address `from`. Without
 * `moves` it does so at once, as it does where less motion is wanted or the browser has no transitions.
 */
export function turn(show, { former, from, to, isBack, moves }) {
  running?.skipTransition();
  name({});
  if (!moves || calm.matches || document.hidden || !document.startViewTransition
      || returnsToLong(from, to)) {
    delete root.dataset.turn;
    show();
    return;
  }
  const subject = isBack ? from : to;
  const begun = partsOf(subject, isBack);
  // By name at its elements: for an attribute of the root, a browser looks at each row of a long list.
  nameFrame(true);
  name(begun, { isShown: true });
  const one = document.startViewTransition(() => {
    const page = show();
    // Another page was requested in the meantime.
    if (!page) return;
    root.dataset.turn = kindOf(isBack ? former : page, isBack);
    const arrived = partsOf(subject, !isBack);
    const isSame = arrived.title?.textContent === begun.title?.textContent;
    name(Object.fromEntries(Object.entries(arrived).filter(([part]) => isSame && begun[part])));
  });
  running = one;
  one.updateCallbackDone.catch(reportError);
  // A skipped transition has shown its page.
  one.ready.catch(() => {});
  one.finished.catch(() => {}).finally(() => {
    if (running !== one) return;
    running = null;
    name({});
    nameFrame(false);
  });
}

function nameFrame(hasName) {
  for (const [part, selector] of Object.entries(still)) {
    document.querySelector(selector).style.viewTransitionName = hasName ? part : "";
  }
}

// A browser lays out the whole page anew for a transition: a list of thousands of rows comes back sooner
// without one.
function returnsToLong(from, to) {
  if (to === longPage) return true;
  if (document.getElementsByClassName("rows").length > maxParts) longPage = from;
  return false;
}

// Pages side by side, such as those of the tabs, have no direction.
function kindOf(lower, isBack) {
  if (!lower?.parent || lower.name === lower.tab) return "fade";
  return isBack ? "out" : "in";
}

/** The parts of the page at `path`, or of the row that leads there, if they are in sight. */
function partsOf(path, isPage) {
  const main = document.getElementById("main");
  const rows = [...main.querySelectorAll(`a[href="${CSS.escape(path)}"]`)];
  const scope = isPage ? main : rows.find((row) => row.querySelector(parts.title.row) && isInSight(row));
  const found = Object.entries(parts).map(([part, { row, page }]) =>
    [part, scope?.querySelector(isPage ? page : row)]);
  return Object.fromEntries(found.filter(([, element]) => element && isInSight(element)));
}

function isInSight(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

// Replaces the named elements. A name makes an element a layer of its own, so none keeps it. Those that are
// shown need nothing else.
function name(elements, { isShown = false } = {}) {
  for (const element of Object.values(named)) {
    element.style.viewTransitionName = "";
    element.classList.remove("is-moving");
    element.closest(".rows")?.classList.remove("has-moving");
  }
  named = elements;
  for (const [part, element] of Object.entries(elements)) {
    element.style.viewTransitionName = part;
    element.classList.add("is-moving");
    // The browser would not show a row yet that may be out of sight.
    if (!isShown) element.closest(".rows")?.classList.add("has-moving");
  }
}

for (const type of ["pointerdown", "keydown", "wheel"]) {
  addEventListener(type, () => running?.skipTransition(), { capture: true, passive: true });
}
