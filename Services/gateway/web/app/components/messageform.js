// The form for a board message, with its privacy notes.

import { Problem, send } from "../api.js";
import { emoji, fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { field, form, refusal } from "./form.js";
import { FormDraft } from "./formdraft.js";
import { Hold } from "./hold.js";
import { complain, toast } from "./toast.js";

const longest = 1000;
/** The days for which an unposted message stays on this device. */
const daysOfDraft = 1;
/** The time in which a message can be taken back, because a posted one cannot (ms). */
const undoable = 6000;

/**
 * The form above the messages. `show(board)` adapts its notes to the number of readers. `held(message, hold)`
 * shows a message, `{ id, text }`, that can still be taken back, `sending(message)` that it is being sent,
 * and `ended(message, posted)` takes it away again; `posted` is the site's reply, or null. `stop()` posts
 * what is held.
 */
export function messageForm(shown) {
  return new MessageForm(shown);
}

class MessageForm {
  constructor(shown) {
    const text = words.board;
    Object.assign(this, { shown, key: crypto.randomUUID(), sent: null, hold: null, isNext: false });
    this.draft = new FormDraft("/board", { days: daysOfDraft, isOfRoom: true });
    this.message = field({
      name: "text", label: text.label, kind: "textarea", placeholder: text.placeholder, rows: 2,
      maxLength: longest, class: "grows",
    });
    this.privacy = h("div", { class: "composer-words" });
    this.state = h("p", { class: "spoken", role: "status" });
    this.write = form({
      parts: [{ element: this.draft.note }, this.message, { element: this.privacy }, { element: this.state }],
      fields: [this.message], label: text.submit, class: "form card composer",
      submit: ({ text: typed }) => this.submit(typed),
    });
    this.element = this.write.element;
    // The next message sends the one before.
    this.element.addEventListener("submit", () => {
      if (!this.hold || !this.message.input.value.trim()) return;
      this.isNext = true;
      this.hold.now();
    }, { capture: true });
    this.draft.begin(this.element, this.write.inputs);
    this.whenHidden = () => { if (document.hidden) this.hold?.now(); };
    document.addEventListener("visibilitychange", this.whenHidden);
  }

  async submit(text) {
    if (!text.trim()) throw refusal("text", words.errors.message_blank);
    // The same text keeps its idempotency key, so it is posted once however often it is sent.
    if (this.sent !== null && this.sent !== text) this.key = crypto.randomUUID();
    this.sent = text;
    const posted = { id: this.key, text };
    // The draft is kept until the message is posted.
    put(this.message, "");
    if (!await this.waits(posted)) {
      this.takeBack(posted);
      this.message.input.focus();
      return;
    }
    this.shown.sending(posted);
    let reply;
    try {
      reply = await post(text, this.key);
    } catch (problem) {
      this.takeBack(posted);
      if (this.element.isConnected || !(problem instanceof Problem)) throw problem;
      complain(problem);
      return;
    }
    this.sent = null;
    this.key = crypto.randomUUID();
    if (!this.message.input.value) await this.draft.forget();
    toast(words.board.posted);
    this.shown.ended(posted, reply);
    if (this.isNext) setTimeout(() => this.element.requestSubmit());
    this.isNext = false;
  }

  // Resolves to false if the message is taken back.
  async waits(posted) {
    this.hold = new Hold(undoable);
    this.write.button.removeAttribute("aria-busy");
    this.state.textContent = words.board.held;
    this.shown.held(posted, this.hold);
    const goes = await this.hold.done;
    this.hold = null;
    this.state.textContent = "";
    if (goes) this.write.button.setAttribute("aria-busy", "true");
    return goes;
  }

  // What was typed meanwhile stays, too.
  takeBack(posted) {
    put(this.message, [posted.text, this.message.input.value].filter(Boolean).join("\n"));
    this.isNext = false;
    this.shown.ended(posted, null);
  }

  // If everybody can guess the author, show a single warning, and nothing that promises otherwise.
  show({ isGuessable, members }) {
    const text = words.board;
    const rest = [text.final, " ", h("a", { href: "/board/privacy" }, text.toPrivacy)];
    fill(this.privacy,
      isGuessable && h("p", { class: "warning" }, emoji("👀"), " ", text.guessable(members)),
      h("p", { class: "hint" }, !isGuessable && [emoji("🎭"), " ", text.privacy, " "], rest));
    this.write.button.textContent = isGuessable ? text.submitAnyway : text.submit;
  }

  stop() {
    document.removeEventListener("visibilitychange", this.whenHidden);
    this.hold?.now();
  }
}

// Puts a text into the field, which has its size and its counter then.
function put(field, text) {
  field.input.value = text;
  field.fault();
}

// After five messages in an hour, the text stays and the error says how long to wait.
async function post(text, key) {
  try {
    return await send("POST", "/v1/messages", { text }, key);
  } catch (problem) {
    if (problem.code !== "slow_down") throw problem;
    throw refusal("text", words.board.fiveAnHour(Math.max(1, Math.ceil(problem.retryAfter / 60))));
  }
}
