// Requests for the lines of a list: edit, move, delete and undo. Without a network they are queued.

import { Problem, send } from "../api.js";
import { isKnown, lastChangeOf } from "../models/lines.js";
import { listed, sendOrKeep, withdraw } from "../offline/outbox.js";

/**
 * The changes to the lines at `path`. In the outbox each is `what` with the name of its `kind`. `bringBack`
 * shows a line again whose deletion was withdrawn before it was sent.
 */
export class LineChanges {
  constructor({ path, kind, what, bringBack }) {
    Object.assign(this, { path, kind, what, bringBack });
  }

  // If an earlier change to the line is queued, this one follows it.
  edit(line, values) {
    const { path, kind } = this;
    const what = { ...this.what, kind: `${kind}.edit`, list: path, id: line.id,
      title: values.text ?? line.text };
    return sendOrKeep("PATCH", `${path}/${line.id}`, { ...values, version: line.version }, what, undefined,
      lastChangeOf(line, listed()));
  }

  /** Moves a line below the one with the id `after`, or to the top. */
  move(id, after) {
    return send("POST", `${this.path}/${id}/move`, { after: after ?? undefined });
  }

  /** Deletes a line. Returns the function that undoes it. */
  remove(line) {
    return isKnown(line) ? this.removeKnown(line) : this.removeWaiting(line);
  }

  async removeKnown({ isWaiting: _, ...line }) {
    const { path, kind } = this;
    const what = { ...this.what, list: path, id: line.id, title: line.text };
    const { key } = await sendOrKeep("DELETE", `${path}/${line.id}`, undefined,
      { ...what, kind: `${kind}.delete` });
    return async () => {
      if (await withdraw(key)) {
        this.bringBack(line);
      } else {
        await sendOrKeep("POST", `${path}/${line.id}/restore`, undefined,
          { ...what, kind: `${kind}.restore`, line });
      }
    };
  }

  // Withdraws the unsent change that adds the line.
  async removeWaiting({ id }) {
    const change = listed().find(({ key }) => key === id);
    if (await withdraw(id)) return () => sendOrKeep("POST", this.path, change.body, change.what);
    throw new Problem({ code: "outbox_sent" });
  }
}
