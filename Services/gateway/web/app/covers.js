// History entries for sheets, so that Back closes the topmost sheet and stays on the page.
//
// Each cover (such as a sheet) adds an entry above the page's own. A cover closed in another way removes its
// entry, so the next step back leaves the page. Entries carry `{ depth, covers }`: the position of their page
// in the history, and the number of covers over it.

/** The timeout for a step that the browser was asked to take (ms). */
const patience = 1000;

const covers = [];
let depth = 0;
/**
 * The number of covers in the current entry, and in the highest entry that a step forward can still reach.
 */
let entries = 0;
let highest = 0;
/** The timer of a requested step that is not finished, or null. */
let turning = null;
let next = null;

/** The position of the current page in the history; 0 is the first page of the site. */
export function depthOfPage() {
  return depth;
}

/**
 * Adds a cover over the page. `close()` is called on a step back (unless `isFixed`) and when the page is
 * left. `path` is its own address, if it has one. Returns the function to call once the cover is closed.
 */
export function cover(close, { isFixed = false, path } = {}) {
  const one = { close, isFixed, path };
  covers.push(one);
  highest = entries;
  align();
  return () => {
    const at = covers.indexOf(one);
    if (at < 0) return;
    covers.splice(at, 1);
    align();
  };
}

/**
 * Closes all covers, then calls `action` once the history is back at the page itself. Only the last call
 * counts.
 */
export function uncovered(action) {
  next = action;
  align();
}

/** Closes the covers that have no address of their own, because their page is left. */
export function closeLoose() {
  for (const one of covers.filter(({ path, isFixed }) => !path && !isFixed).reverse()) one.close();
}

/** Changes the address of the topmost cover. */
export function readdress(path) {
  const top = covers.at(-1);
  if (!top) return;
  top.path = path;
  if (entries === covers.length && turning === null) history.replaceState(history.state, "", path);
}

/** Adds an entry for a page, or replaces the current one. */
export function enterPage(path, { replace }) {
  if (!replace) depth += 1;
  history[replace ? "replaceState" : "pushState"]({ depth, covers: 0 }, "", path);
  highest = 0;
}

/**
 * Starts. When a history step leads to another page, `left()` is called before the change and
 * `turned(moves)` after it: `moves` is false if the browser has shown the way with a gesture already.
 */
export function begin({ left, turned }) {
  depth = history.state?.depth ?? 0;
  entries = history.state?.covers ?? 0;
  highest = entries;
  if (!history.state) history.replaceState({ depth, covers: 0 }, "");
  addEventListener("popstate", ({ state, hasUAVisualTransition }) => {
    const isOwn = turning !== null;
    settle();
    entries = state?.covers ?? 0;
    if (state?.depth === depth) {
      if (!isOwn) stepBack();
    } else {
      left();
      closeAll();
      depth = state?.depth ?? 0;
      highest = entries;
      turned(!hasUAVisualTransition);
    }
    align();
  });
  // A page reloaded under a sheet comes back without the sheet.
  align();
}

// Closes the covers above this entry, topmost first, after the person stepped back.
function stepBack() {
  while (covers.length > entries && !covers.at(-1).isFixed) covers.pop().close();
}

function closeAll() {
  for (const one of covers.splice(0).reverse()) one.close();
}

// Moves the history to the entry that matches the covers, then runs the pending action.
function align() {
  if (turning !== null) return;
  if (next) closeAll();
  if (covers.length > highest) {
    entries += 1;
    highest = entries;
    history.pushState({ depth, covers: entries }, "", covers[entries - 1].path);
    align();
  } else if (covers.length !== entries) {
    turn(covers.length - entries);
  } else if (next) {
    const action = next;
    next = null;
    action();
  }
}

function turn(steps) {
  turning = setTimeout(() => {
    entries += steps;
    settle();
    align();
  }, patience);
  history.go(steps);
}

function settle() {
  clearTimeout(turning);
  turning = null;
}
