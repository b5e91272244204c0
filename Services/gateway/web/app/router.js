// Addresses: History API, deep links, scroll and focus as a browser would keep them.

import * as covers from "./covers.js";
import { find } from "./routes.js";

const places = new Map();
let show = () => {};
let landing = null;
let isLeaving = false;

/** Goes to a path of the site; sheets over the page are closed first. */
export function go(path, { replace = false, focus = null } = {}) {
  covers.uncovered(() => {
    keepPlace();
    covers.enterPage(path, { replace });
    show({ scroll: 0, focus });
  });
}

/** Goes one page back inside the site, or up to `parent` where a deep link was the first page. */
export function back(parent, { focus = null } = {}) {
  covers.uncovered(() => {
    landing = focus;
    if (covers.depthOfPage() > 0) history.back();
    else go(parent, { replace: true, focus });
  });
}

function keepPlace() {
  places.set(covers.depthOfPage(), scrollY);
}

// A page that nobody sees draws no frames.
function afterFrame(action) {
  if (document.hidden) action();
  else requestAnimationFrame(() => setTimeout(action));
}

/** Starts: `render({ scroll, focus, isReturn })` shows the page of the present address. */
export function begin(render) {
  show = render;
  history.scrollRestoration = "manual";
  const turned = () => {
    show({ scroll: places.get(covers.depthOfPage()) ?? 0, focus: landing, isReturn: true });
    landing = null;
  };
  covers.begin({ left: keepPlace, turned });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || !find(link.pathname)) return;
    event.preventDefault();
    if (isLeaving) return;
    isLeaving = true;
    // The frame that shows the tap comes first: taking a long page away takes a slow phone some frames.
    afterFrame(() => {
      isLeaving = false;
      if (link.dataset.back !== undefined) back(link.pathname);
      else go(link.pathname + link.search + link.hash);
    });
  });
  show({ scroll: 0, focus: null });
}
