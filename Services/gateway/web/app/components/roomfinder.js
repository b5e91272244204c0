// The way into a room: open it, enter with its code, or ask and wait.

import { send } from "../api.js";
import { h } from "../dom.js";
import { loadHome, loadRoommates } from "../state.js";
import { rememberInvited } from "../session.js";
import { moment, words } from "../words/words.js";
import { form, refusal } from "./form.js";
import { empty } from "./pieces.js";
import { placeOf, roomFields } from "./roomfields.js";
import { complain } from "./toast.js";

/** The form for somebody without a room. */
export function roomFinder() {
  const text = words.room;
  const fields = roomFields();
  const find = form({
    parts: fields, label: text.submit, class: "form card",
    submit: async (values) => {
      const place = placeOf(values);
      if (!place.code && !place.dorm) throw refusal("dorm", words.errors.field_missing);
      if (!place.code && !place.number) throw refusal("number", words.errors.field_missing);
      // With a code alone the room is known; half an address would only be in the way.
      if (place.code && !(place.dorm && place.number)) {
        delete place.dorm;
        delete place.number;
      }
      const joined = await send("POST", "/v1/room/join", place);
      rememberInvited(null);
      await loadHome();
      if (joined.state === "joined") await loadRoommates();
    },
  });
  return h("section", { class: "finder" },
    h("h2", {}, text.title), h("p", { class: "quiet" }, text.lead), find.element);
}

/** What somebody sees who waits for a member's yes. */
export function pendingRoom(asked) {
  const text = words.room;
  const withdraw = async () => {
    try {
      await send("DELETE", "/v1/room/request");
      await loadHome();
    } catch (problem) {
      complain(problem);
    }
  };
  const place = words.home.room(asked.dormName, asked.number);
  return h("section", { class: "card" }, empty("⏳", text.pendingTitle, text.pending(place), [
    h("p", { class: "quiet" }, text.asked(moment(asked.asked))),
    h("button", { class: "button quiet-button", type: "button", onclick: withdraw }, text.withdraw),
  ]));
}
