// The code that lets others join the room: as text, as a link, and as a QR code for another phone.

import { send } from "../api.js";
import { h } from "../dom.js";
import { state } from "../state.js";
import { words } from "../words/words.js";
import { ask } from "./pieces.js";
import { qrDrawing } from "./qr.js";
import { sheet } from "./sheet.js";
import { complain, toast } from "./toast.js";

/** The card of `room`, the reply of /v1/room/code. Calls `changed(room)` after the code was renewed. */
export function codeCard(room, changed) {
  const text = words.roommates;
  const own = state.home?.room;
  const place = own ? words.home.room(own.dormName, own.number) : "";
  const label = text.qr(place);
  const show = () => sheet({
    title: place || text.code,
    body: h("div", { class: "qr-large" }, qrDrawing(room.qr, label),
      h("p", { class: "code" }, room.code), h("p", { class: "quiet" }, text.qrHint)),
  });

  async function renew() {
    const yes = await ask({ title: text.newCodeTitle, text: text.newCodeText, action: text.newCode });
    if (yes === null) return;
    try {
      changed(await send("POST", "/v1/room/code"));
      toast(text.newCodeMade);
    } catch (problem) {
      complain(problem);
    }
  }

  return h("section", { class: "card code-card" },
    h("button", { class: "qr-button", type: "button", onclick: show, "aria-label": text.showQr },
      qrDrawing(room.qr, label)),
    h("div", { class: "code-words" },
      h("h2", {}, text.code),
      h("p", { class: "code" }, room.code),
      h("p", { class: "quiet" }, text.codeHint, " ", own && places(own))),
    h("div", { class: "code-actions" },
      h("button", { class: "button quiet-button", type: "button", onclick: () => share(room, place) },
        navigator.share ? text.share : text.copy),
      h("button", { class: "button quiet-button", type: "button", onclick: renew }, text.newCode)));
}

function places({ members, capacity }) {
  const left = capacity - members;
  return left > 0 ? words.roommates.placesLeft(left) : words.roommates.full;
}

async function share(room, place) {
  const text = words.roommates;
  try {
    if (navigator.share) {
      await navigator.share({ title: words.app, text: text.shareText(place), url: room.link });
    } else {
      await navigator.clipboard.writeText(room.link);
      toast(text.copied);
    }
  } catch (error) {
    // Closing the share sheet is not an error.
    if (error.name !== "AbortError") toast(room.link);
  }
}
