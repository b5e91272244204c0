// The way into a room: open it, enter with its code, or ask and wait.

import { send } from "../api.js";
import { h } from "../dom.js";
import { loadHome, loadRoommates, state } from "../state.js";
import { invitedTo, rememberInvited } from "../session.js";
import { listed, moment, words } from "../words/words.js";
import { form, need, refusal } from "./form.js";
import { empty } from "./pieces.js";
import { placeOf, roomFields } from "./roomfields.js";
import { scanOffer } from "./scanner.js";
import { complain, toast } from "./toast.js";

/** Which field a refusal belongs to; its words say what to do next. */
const faultFields = { join_code_wrong: "code", join_code_bad: "code", room_full: "number" };

// A person who withdraws a request needs no note that it ended.
let tookBack = false;

/** The form for a person without a room. */
export function roomFinder() {
  const text = words.room;
  const fields = roomFields();
  const find = form({
    parts: fields, label: text.submit, class: "form",
    submit: async (values) => {
      const place = placeOf(values);
      if (!place.code) need(values, ["dorm", "number"]);
      // With a code alone the room is known; half an address would only be in the way.
      if (place.code && !(place.dorm && place.number)) {
        delete place.dorm;
        delete place.number;
      }
      await enter(place);
    },
  });
  // The room that was named at sign-up: what stands in the way is said beside its fields.
  const wish = invitedTo();
  if (wish?.isWished) {
    fields[0].input.addEventListener("dorms-filled", () => {
      // The page may have been drawn anew meanwhile: then the finder that took this one's place asks.
      if (!find.element.isConnected) return;
      rememberInvited({ ...wish, isWished: false });
      find.element.requestSubmit();
    }, { once: true });
  }
  return h("section", { class: "finder" },
    h("h2", {}, text.title), h("p", { class: "quiet" }, text.lead), find.element, scanOffer());
}

async function enter(place) {
  const text = words.room;
  try {
    const joined = await send("POST", "/v1/room/join", place);
    rememberInvited(null);
    tookBack = false;
    await loadHome();
    if (joined.state !== "joined") return;
    const { room } = state.home;
    await loadRoommates();
    const name = words.home.room(room.dormName, room.number);
    toast(room.members > 1 ? text.welcome(name) : text.opened(name));
  } catch (problem) {
    const name = faultFields[problem.code];
    if (!name) throw problem;
    throw refusal(name === "number" && !place.number ? "code" : name, text.troubles[problem.code]);
  }
}

/** The card for a person who waits for a roommate's approval. */
export function pendingRoom(asked) {
  const text = words.room;
  const withdraw = async () => {
    tookBack = true;
    try {
      await send("DELETE", "/v1/room/request");
      await loadHome();
    } catch (problem) {
      tookBack = false;
      complain(problem);
    }
  };
  const place = words.home.room(asked.dormName, asked.number);
  return h("section", { class: "card" }, empty("⏳", text.pendingTitle, text.pending(place), [
    h("p", { class: "quiet" }, asked.members?.length > 0
      ? text.askedWhom(listed(asked.members), moment(asked.asked)) : text.asked(moment(asked.asked))),
    h("p", { class: "quiet" }, text.pendingCode),
    h("button", { class: "button quiet-button", type: "button", onclick: withdraw }, text.withdraw),
  ]));
}

/** Says how the waiting for `asked` ended. */
export function tellAnswer(asked, isApproved) {
  const place = words.home.room(asked.dormName, asked.number);
  if (isApproved) toast(words.room.welcome(place));
  else if (!tookBack) toast(words.room.turnedAway(place));
  tookBack = false;
}
