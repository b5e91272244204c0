// Writing to the board: says what is kept and what is not before anything is sent.

import { send } from "../api.js";
import { emoji, fill, h } from "../dom.js";
import { words } from "../words/words.js";
import { field, form, refusal } from "./form.js";
import { FormDraft } from "./formdraft.js";
import { toast } from "./toast.js";

const longest = 1000;
/** The days for which a message that was not posted stays on this device. */
const daysOfDraft = 1;

/**
 * The form over the messages: `show(board)` fits its words to how many read them. `posted` is called when a
 * message stands on the board.
 */
export function messageForm(posted) {
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
      // The same text under the same key is one message, however often it is sent.
      if (sent !== null && sent !== values.text) key = crypto.randomUUID();
      sent = values.text;
      await post(values.text, key);
      sent = null;
      key = crypto.randomUUID();
      message.input.value = "";
      message.fault();
      await draft.forget();
      toast(text.posted);
      posted();
    },
  });
  draft.begin(write.element, write.inputs);

  // Where everybody can tell who wrote, one sentence says so, and nothing beside it promises otherwise.
  function show({ isGuessable, members }) {
    const rest = [text.final, " ", h("a", { href: "/board/privacy" }, text.toPrivacy)];
    fill(privacy,
      isGuessable && h("p", { class: "warning" }, emoji("👀"), " ", text.guessable(members)),
      h("p", { class: "hint" }, !isGuessable && [emoji("🎭"), " ", text.privacy, " "], rest));
    write.button.textContent = isGuessable ? text.submitAnyway : text.submit;
  }
  return { element: write.element, show };
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
