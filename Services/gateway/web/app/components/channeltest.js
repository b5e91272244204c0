// The test of a channel. It is sent, and the list of channels shows its outcome.

import { send } from "../api.js";
import { h } from "../dom.js";
import { words } from "../words/words.js";
import { failureWords } from "./alertwords.js";
import { complain } from "./toast.js";

/** After a test the list is asked again after these times (ms), unless an event brings it sooner. */
const looks = [700, 1500, 3000, 6000, 10_000];

export class ChannelTest {
  /** `button` sends it; `changed()` fetches the list anew, `isOver()` is true once the page was left. */
  constructor(button, { changed, isOver }) {
    Object.assign(this, { button, changed, isOver });
    this.outcome = h("p", { class: "notice", role: "status", hidden: true });
    /** The last test: how the channel fared before it, and whether it waits for its outcome. */
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

  /** Shows the outcome as soon as the channel differs from what it was before the test. */
  judge(channel) {
    if (!this.tested) return;
    const now = fate(channel);
    if (now === this.tested.before) return;
    this.tested = { before: now, isWaiting: false };
    const text = words.channels;
    const { lastFailure } = channel;
    this.show(lastFailure ? text.testFailed(failureWords(lastFailure.reason)) : text.testArrived,
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
