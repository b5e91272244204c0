// Reporting a board message: a vote of the room to hide it, which can be withdrawn.

import { send } from "../api.js";
import { h } from "../dom.js";
import { words } from "../words/words.js";
import { ask } from "./pieces.js";
import { complain, toast } from "./toast.js";

/** Asks for a reason and reports the message. Calls `changed` after the report and after its withdrawal. */
export async function report(message, reportsToHide, changed) {
  const text = words.board;
  const reason = await ask({
    title: text.reportTitle, text: text.reportText(reportsToHide), action: text.report,
    prompt: `${text.reason} (${words.optional})`, draft: `/board/${message.id}/report`, isDangerous: true,
  });
  if (reason === null) return;
  try {
    await send("POST", `/v1/messages/${message.id}/report`, reason.trim() ? { reason: reason.trim() } : {});
    toast(text.reported, () => takeBack(message, changed));
    changed();
  } catch (problem) {
    complain(problem);
  }
}

/** Withdraws the person's own report. */
export async function takeBack(message, changed) {
  try {
    await send("DELETE", `/v1/messages/${message.id}/report`);
    toast(words.board.tookBack);
    changed();
  } catch (problem) {
    complain(problem);
  }
}

/** The dot on unread items. */
export function unreadDot() {
  return [h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "spoken" }, `${words.board.unread}, `)];
}
