// Sheets as steps of the history: Back closes the topmost one and stays on the page.
//
// Each cover of a page has an entry above the page's own. A cover that is closed in another way takes its
// entry away again, so the next step back leaves the page. Entries carry `{ depth, covers }`: the place of
// their page in the history, and the number of covers over it.

/** A step that the browser has not made after this time is given up (ms). */
const patience = 1000;

const covers = [];
let depth = 0;
/** The covers of the present entry, and of the highest one that a step forward can still reach. */
let entries = 0;
let highest = 0;
/** The timer of a step that the browser is asked for, or null. */
let turning = null;
let next = null;

/** The place of the present page in the history; 0 is the first page of the site. */
export function depthOfPage() {
  return depth;
}

/**
 * Something covers the page from now on. `close()` is called by a step back, unless it `isFixed`, and when
 * the page is left. Returns the function to call after it was closed.
 */
export function cover(close, { isFixed = false } = {}) {
  const one = { close, isFixed };
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
 * Closes all covers, and calls `action` once the history is at the page itself. Only the last call counts.
 */
export function uncovered(action) {
  next = action;
  align();
}

/** Makes an entry for a page: above the present one, or in its place. */
export function enterPage(path, { replace }) {
  if (!replace) depth += 1;
  history[replace ? "replaceState" : "pushState"]({ depth, covers: 0 }, "", path);
  highest = 0;
}

/** Starts. A step of the history to another page calls `left()` before it and `turned()` after it. */
export function begin({ left, turned }) {
  depth = history.state?.depth ?? 0;
  entries = history.state?.covers ?? 0;
  highest = entries;
  if (!history.state) history.replaceState({ depth, covers: 0 }, "");
  addEventListener("popstate", ({ state }) => {
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
      turned();
    }
    align();
  });
  // A page that was reloaded under a sheet stands there without it.
  align();
}

// A step back by the person closes what stood above this entry, from the top.
function stepBack() {
  while (covers.length > entries && !covers.at(-1).isFixed) covers.pop().close();
}

function closeAll() {
  for (const one of covers.splice(0).reverse()) one.close();
}

// Brings the history to where the covers are, then lets the next page in.
function align() {
  if (turning !== null) return;
  if (next) closeAll();
  if (covers.length > highest) {
    entries += 1;
    highest = entries;
    history.pushState({ depth, covers: entries }, "");
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
