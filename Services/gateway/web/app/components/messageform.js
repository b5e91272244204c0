// Writing to the board: says what is kept and what is not before anything is sent.

import { send } from "../api.js";
import { emoji, h } from "../dom.js";
import { words } from "../words/words.js";
import { field, form, refusal } from "./form.js";
import { toast } from "./toast.js";

const longest = 1000;
const countFrom = 150;

/** The form over the messages. `posted` is called when a message stands on the board. */
export function messageForm(board, posted) {
  const text = words.board;
  let key = crypto.randomUUID();
  let sent = null;
  const message = field({
    name: "text", label: text.label, kind: "textarea", placeholder: text.placeholder, rows: 2,
    maxlength: longest,
    class: "grows",
  });
  const left = h("p", { class: "hint", role: "status", hidden: true });
  message.input.addEventListener("input", () => {
    const rest = longest - message.input.value.length;
    left.hidden = rest > countFrom;
    left.textContent = rest > countFrom ? "" : text.left(rest);
  });
  const warning = board.isGuessable
    && h("p", { class: "warning" }, emoji("👀"), " ", text.guessable(board.members));
  const privacy = h("p", { class: "hint" }, emoji("🎭"), " ", text.privacy, " ", text.final, " ",
    h("a", { href: "/board/privacy" }, text.toPrivacy));
  const write = form({
    parts: [message, { element: left }, { element: privacy },
      warning && { element: warning }].filter(Boolean),
    label: board.isGuessable ? text.submitAnyway : text.submit, class: "form card composer",
    submit: async (values) => {
      if (!values.text.trim()) throw refusal("text", words.errors.message_blank);
      // The same text under the same key is one message, however often it is sent.
      if (sent !== null && sent !== values.text) key = crypto.randomUUID();
      sent = values.text;
      await post(values.text, key);
      sent = null;
      key = crypto.randomUUID();
      message.input.value = "";
      left.hidden = true;
      toast(text.posted);
      posted();
    },
  });
  return write.element;
}

// More than five an hour: the text stays, and it says when there is room for it.
async function post(text, key) {
  try {
    await send("POST", "/v1/messages", { text }, key);
  } catch (problem) {
    if (problem.code !== "slow_down") throw problem;
    throw refusal("text", words.board.fiveAnHour(Math.max(1, Math.ceil(problem.retryAfter / 60))));
  }
}
