// The test of a channel: sends it, then watches the list of channels for the outcome.

import { send } from "../api.js";
import { h } from "../dom.js";
import { words } from "../words/words.js";
import { failureInShort } from "./alertwords.js";
import { complain } from "./toast.js";

/** The delays after a test (ms) at which the list is fetched again, unless an event triggers it sooner. */
const looks = [700, 1500, 3000, 6000, 10_000];

export class ChannelTest {
  /**
   * `button` sends the test. `changed()` fetches the list again; `isOver()` is true after the page was left.
   */
  constructor(button, { changed, isOver }) {
    Object.assign(this, { button, changed, isOver });
    this.outcome = h("p", { class: "notice", role: "status", hidden: true });
    /** The last test: the channel's state before it, and a flag for a pending outcome. */
    this.tested = null;
  }

  async send(channel) {
    if (this.tested?.isWaiting) return;
    this.tested = { before: fate(channel), isWaiting: true };
    this.button.setAttribute("aria-busy", "true");
    this.show(words.channels.testing);
    try {
      await send("POST", `/v1/channels/${channel.id}/test`);
      await this.wait();
    } catch (problem) {
      this.tested = null;
      this.show(null);
      complain(problem);
    } finally {
      this.button.removeAttribute("aria-busy");
    }
  }

  async wait() {
    for (const pause of looks) {
      if (!this.tested.isWaiting || this.isOver()) return;
      await new Promise((resume) => setTimeout(resume, pause));
      if (this.tested.isWaiting) await this.changed();
    }
    if (this.tested.isWaiting) this.show(words.channels.testSlow);
  }

  /** Shows the outcome once the channel's state differs from the one before the test. */
  judge(channel) {
    if (!this.tested) return;
    const now = fate(channel);
    if (now === this.tested.before) return;
    this.tested = { before: now, isWaiting: false };
    const text = words.channels;
    const { lastFailure } = channel;
    this.show(lastFailure ? text.testFailed(failureInShort(lastFailure.reason)) : text.testArrived,
      Boolean(lastFailure));
  }

  show(line, isBad = false) {
    this.outcome.className = isBad ? "alert" : "notice";
    this.outcome.textContent = line ?? "";
    this.outcome.hidden = !line;
  }
}

function fate({ lastDelivered, lastFailure }) {
  return JSON.stringify([lastDelivered ?? null, lastFailure ?? null]);
}
