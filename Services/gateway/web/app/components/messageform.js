// The form for a board message, with its privacy notes.

import { send } from "../api.js";
import { emoji, fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { field, form, refusal } from "./form.js";
import { FormDraft } from "./formdraft.js";
import { toast } from "./toast.js";

const longest = 1000;
/** The days for which an unposted message stays on this device. */
const daysOfDraft = 1;

/**
 * The form above the messages. `show(board)` adapts its notes to the number of readers. `sending(message)`
 * shows a message that is being sent, `{ id, text }`, and `ended(message, isPosted)` takes it away again.
 */
export function messageForm({ sending, ended }) {
  const text = words.board;
  let key = crypto.randomUUID();
  let sent = null;
  const draft = new FormDraft("/board", { days: daysOfDraft, isOfRoom: true });
  const message = field({
    name: "text", label: text.label, kind: "textarea", placeholder: text.placeholder, rows: 2,
    maxLength: longest,
    class: "grows",
  });
  const privacy = h("div", { class: "composer-words" });
  const write = form({
    parts: [{ element: draft.note }, message, { element: privacy }], fields: [message],
    label: text.submit, class: "form card composer",
    submit: async (values) => {
      if (!values.text.trim()) throw refusal("text", words.errors.message_blank);
      // The same text keeps its idempotency key, so it is posted once however often it is sent.
      if (sent !== null && sent !== values.text) key = crypto.randomUUID();
      sent = values.text;
      const posted = { id: key, text: values.text };
      // The draft is kept until the message is posted.
      put(message, "");
      sending(posted);
      try {
        await post(values.text, key);
      } catch (problem) {
        // What was typed meanwhile stays, too.
        put(message, [values.text, message.input.value].filter(Boolean).join("\n"));
        ended(posted, false);
        throw problem;
      }
      sent = null;
      key = crypto.randomUUID();
      if (!message.input.value) await draft.forget();
      toast(text.posted);
      ended(posted, true);
    },
  });
  draft.begin(write.element, write.inputs);

  // If everybody can guess the author, show a single warning, and nothing that promises otherwise.
  function show({ isGuessable, members }) {
    const rest = [text.final, " ", h("a", { href: "/board/privacy" }, text.toPrivacy)];
    fill(privacy,
      isGuessable && h("p", { class: "warning" }, emoji("👀"), " ", text.guessable(members)),
      h("p", { class: "hint" }, !isGuessable && [emoji("🎭"), " ", text.privacy, " "], rest));
    write.button.textContent = isGuessable ? text.submitAnyway : text.submit;
  }
  return { element: write.element, show };
}

// Puts a text into the field, which has its size and its counter then.
function put(field, text) {
  field.input.value = text;
  field.fault();
}

// After five messages in an hour, the text stays and the error says how long to wait.
async function post(text, key) {
  try {
    await send("POST", "/v1/messages", { text }, key);
  } catch (problem) {
    if (problem.code !== "slow_down") throw problem;
    throw refusal("text", words.board.fiveAnHour(Math.max(1, Math.ceil(problem.retryAfter / 60))));
  }
}
