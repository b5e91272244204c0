// Joining a room: open it, enter its code, or ask its members and wait.

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

/** The fields at fault by error code. */
const faultFields = { join_code_wrong: "code", join_code_bad: "code", room_full: "number" };

// True after the person withdrew their own request, which needs no toast.
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
      // A code alone identifies the room. An incomplete dorm and number would only cause an error.
      if (place.code && !(place.dorm && place.number)) {
        delete place.dorm;
        delete place.number;
      }
      await enter(place);
    },
  });
  // The room named at sign-up is submitted right away, so that errors appear at its fields.
  const wish = invitedTo();
  if (wish?.isWished) {
    fields[0].input.addEventListener("dorms-filled", () => {
      // The page may have been rendered again. The form that replaced this one then submits.
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

/** The card of a person with a pending request. */
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

/** Shows the outcome of the request `asked`. */
export function tellAnswer(asked, isApproved) {
  const place = words.home.room(asked.dormName, asked.number);
  if (isApproved) toast(words.room.welcome(place));
  else if (!tookBack) toast(words.room.turnedAway(place));
  tookBack = false;
}
