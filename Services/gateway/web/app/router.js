// Client-side routing with the History API: deep links, with scroll position and focus restored as in a
// browser.

import { Problem } from "./api.js";
import { runs } from "./apps.js";
import { complain } from "./components/toast.js";
import * as covers from "./covers.js";
import { afterFrame } from "./dom.js";
import { find, load } from "./routes.js";

const places = new Map();
let show = () => {};
let landing = null;
let isLeaving = false;
/** The position in the history of the page that was left. */
let former = 0;

/** Opens a path of the site. Open sheets are closed first. */
export function go(path, { replace = false, focus = null } = {}) {
  covers.uncovered(() => {
    keepPlace();
    covers.enterPage(path, { replace });
    show({ scroll: 0, focus, moves: !replace });
  });
}

/** Goes one page back within the site, or up to `parent` if this page is the first one. */
export function back(parent, { focus = null } = {}) {
  covers.uncovered(() => {
    landing = focus;
    if (covers.depthOfPage() > 0) history.back();
    else go(parent, { replace: true, focus });
  });
}

/** Opens the sheet that an address leads to over the page. */
async function openOver(path) {
  const { pathname, searchParams } = new URL(path, location.origin);
  const { route, params } = find(pathname);
  try {
    (await load(route))({ params, query: searchParams });
  } catch (error) {
    // A module that can't be fetched is a TypeError.
    if (!(error instanceof TypeError)) reportError(error);
    complain(new Problem({ code: "offline" }));
  }
}

/** Shows the page below the sheet of the current address, the page `over` if there is none, and the sheet. */
export function openSheetOfAddress(over) {
  const path = location.pathname + location.search;
  covers.uncovered(() => {
    if (find(location.pathname)?.route.over) covers.enterPage(over, { replace: true });
    show({ scroll: 0, focus: null });
    openOver(path);
  });
}

function keepPlace() {
  former = covers.depthOfPage();
  places.set(former, scrollY);
}

/**
 * Starts. `render({ scroll, focus, isReturn, isBack, moves })` shows the page of the current address;
 * with `moves` a transition may lead to it.
 */
export function begin(render) {
  show = render;
  history.scrollRestoration = "manual";
  const turned = (moves) => {
    const depth = covers.depthOfPage();
    show({ scroll: places.get(depth) ?? 0, focus: landing, isReturn: true, isBack: depth < former, moves });
    landing = null;
  };
  covers.begin({ left: keepPlace, turned });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target) return;
    const found = find(link.pathname);
    if (!found) return;
    const isOver = found.route.over && runs(found.route.app);
    event.preventDefault();
    if (isLeaving) return;
    isLeaving = true;
    // Show the tapped state first: removing a long page takes several frames on a slow phone.
    afterFrame(() => {
      isLeaving = false;
      if (link.dataset.back !== undefined) back(link.pathname + link.search);
      else if (isOver) openOver(link.pathname + link.search);
      else go(link.pathname + link.search + link.hash);
    });
  });
  show({ scroll: 0, focus: null });
}
