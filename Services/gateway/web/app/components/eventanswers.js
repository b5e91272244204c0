// The answers to a shared event: the person's own, and the number of each.

import { get, send } from "../api.js";
import { fill, h } from "../dom.js";
import { nameOf, profileOf, state } from "../state.js";
import { listed, words } from "../words/words.js";
import { chips } from "./choices.js";
import { avatar } from "./pieces.js";
import { complain } from "./toast.js";

const kinds = ["yes", "maybe", "no"];
const maxFaces = 5;
/** The number of the last answer. A reply to an earlier one changes nothing any more. */
let latest = 0;

/**
 * A card for an event shared with the room or a course. `answered(event)` gets the event after each answer.
 */
export function eventAnswers(event, answered) {
  const text = words.events.answers;
  const who = h("ul", { class: "answers-who" });
  const path = `/v1/events/${event.id}`;

  // The answer shows at once, and the former one again if the site rejects it.
  async function answer(kind) {
    latest += 1;
    const mine = latest;
    answered(withAnswer(event, kind));
    try {
      if (!kind) await send("DELETE", `${path}/answer`);
      const found = kind ? await send("PUT", `${path}/answer`, { answer: kind }) : await get(path);
      if (mine === latest) answered(found);
    } catch (problem) {
      if (mine === latest) answered(event);
      complain(problem);
    }
  }

  async function name() {
    try {
      const { items } = await get(`${path}/answers`, { limit: 100 });
      const lines = kinds.map((kind) => [kind, items.filter((one) => one.answer === kind)]);
      fill(who, lines.filter(([, some]) => some.length > 0).map(([kind, some]) =>
        h("li", {}, faces(some), h("span", {}, h("strong", {}, text[kind]), ": ",
          listed(namesOf(some, event))))));
    } catch {
      // The counts stay visible without the names.
    }
  }

  const total = kinds.reduce((sum, kind) => sum + event.answers[kind], 0);
  if (total > 0) name();
  return h("section", { class: "card answers" }, h("h2", {}, text.title),
    chips({
      label: text.title, value: event.answer ?? [], mayBeNone: true, onchange: answer,
      options: kinds.map((kind) => [kind, text.withCount(text[kind], event.answers[kind])]),
    }), total > 0 && who);
}

function withAnswer(event, kind) {
  const answers = { ...event.answers };
  if (event.answer) answers[event.answer] -= 1;
  if (kind) answers[kind] += 1;
  return { ...event, answer: kind ?? undefined, answers };
}

// The initials of those who are named, in the order of their names.
function faces(answers) {
  const known = answers.map(({ person }) => profileOf(person)).filter(Boolean);
  return known.length > 0
    && h("span", { class: "faces" }, known.slice(0, maxFaces).map((one) => avatar(one)));
}

// In a course, only roommates are named.
function namesOf(answers, { visibility }) {
  const names = answers.map(({ person }) => person === state.me?.id ? words.people.You : nameOf(person));
  if (visibility !== "course") return names.map((name) => name ?? words.people.Former);
  const known = names.filter(Boolean);
  const others = names.length - known.length;
  return others > 0 ? [...known, words.events.answers.others(others)] : known;
}
