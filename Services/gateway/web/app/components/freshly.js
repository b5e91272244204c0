// The current state of one path, fetched again whenever it may have changed.

import { get } from "../api.js";

/**
 * Calls `took(found, at)` with each reply. If `refresh()` is called during a request, its reply is dropped
 * and the request is repeated.
 */
export function freshly(path, { took, failed }) {
  let isAsking = false;
  let isStale = false;
  let isOver = false;
  const refresh = async () => {
    isStale = true;
    if (isAsking) return;
    isAsking = true;
    try {
      while (isStale && !isOver) {
        isStale = false;
        const at = Date.now();
        const found = await get(path);
        if (!isStale && !isOver) took(found, at);
      }
    } catch (problem) {
      if (!isOver) failed(problem);
    } finally {
      isAsking = false;
    }
  };
  return { refresh, stop: () => { isOver = true; } };
}
