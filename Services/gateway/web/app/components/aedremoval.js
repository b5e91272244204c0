// Deletes AEDs with an undo in a notice. A deletion is sent after its notice: an AED that is added again
// would have lost its link to OpenStreetMap, and the next import would add it a second time.

import { send } from "../api.js";
import { words } from "../words/words.js";
import { complain, toast } from "./toast.js";

/** The time for which a deletion can be undone (ms). */
const undoStays = 10_000;
const pathOf = (id) => `/v1/admin/aeds/${encodeURIComponent(id)}`;

export class AEDRemovals {
  /** `onchange()` is called when an AED leaves the list, and when one is back in it. */
  constructor(onchange) {
    Object.assign(this, { onchange, held: new Set(), waiting: new Map() });
    this.whenHidden = () => this.sendNow();
    addEventListener("pagehide", this.whenHidden);
  }

  /** True for an AED that the list no longer shows. */
  has({ id }) {
    return this.held.has(id);
  }

  remove({ id }, name) {
    this.held.add(id);
    this.onchange();
    const undo = () => {
      this.waiting.delete(id);
      this.release(id);
    };
    const ended = () => { if (this.waiting.delete(id)) this.finish(id); };
    this.waiting.set(id, toast(words.aedAdmin.removed(name), undo, undoStays, ended));
  }

  /** Sends what waits and ends its notice, because the list that would show an undo is left. */
  stop() {
    removeEventListener("pagehide", this.whenHidden);
    for (const end of [...this.waiting.values()]) end();
  }

  async finish(id) {
    try {
      await send("DELETE", pathOf(id));
    } catch (problem) {
      // Already deleted by somebody else, which is the desired result.
      if (problem.status === 404) return;
      this.release(id);
      complain(problem);
    }
  }

  release(id) {
    this.held.delete(id);
    this.onchange();
  }

  // The tab is closed or reloaded: only a request that outlives its page still arrives.
  sendNow() {
    for (const id of this.waiting.keys()) {
      fetch(pathOf(id), { method: "DELETE", keepalive: true,
        headers: { "Idempotency-Key": crypto.randomUUID() } }).catch(() => this.release(id));
    }
    this.waiting.clear();
  }
}
