// Changes made without a network: unsent, rejected with the reason, and recently sent ones.

import { Problem } from "../api.js";
import { ask, empty } from "../components/pieces.js";
import { complain, toast } from "../components/toast.js";
import { fill, h, icon } from "../dom.js";
import { again, isBusy, listed, send, watchOutbox, withdraw } from "../offline/outbox.js";
import { explain, moment, words } from "../words/words.js";

/** The page at /outbox. */
export function outboxPage() {
  const text = words.outbox;
  const body = h("div", { class: "outbox" });

  const paint = () => {
    const changes = listed();
    const of = (state) => changes.filter((change) => change.state === state);
    const sent = of("sent").reverse();
    fill(body,
      of("refused").length + of("waiting").length === 0 && empty("📮", text.empty, text.emptyText),
      group(text.refused, of("refused"), [["again", text.again, retry], ["drop", text.discard, discard]]),
      group(text.waiting, of("waiting"), [["drop", text.takeBack, takeBack]]),
      of("waiting").length > 0 && h("button", {
        class: "button quiet-button", type: "button", onclick: () => send(),
        "aria-busy": isBusy() ? "true" : null,
      }, text.sendNow),
      group(text.sent, sent, []));
  };

  const guarded = (action) => async (change) => {
    try {
      await action(change);
    } catch (error) {
      complain(error instanceof Problem ? error : new Problem({ code: "storage_refused" }));
    }
  };
  const retry = guarded((change) => again(change.key));
  const takeBack = guarded(async (change) => {
    toast(await withdraw(change.key) ? text.takenBack : text.tooLate);
  });
  const discard = guarded(async (change) => {
    const yes = await ask({
      title: text.discardTitle, text: title(change), action: text.discard, isDangerous: true,
    });
    if (yes !== null) await withdraw(change.key);
  });

  paint();
  return {
    name: "outbox", tab: "settings", title: text.title, parent: "/settings", body, stop: watchOutbox(paint),
  };
}

function title({ what }) {
  const say = words.outbox.kinds[what.kind];
  return say ? say(what.title ?? "") : words.outbox.kinds.other;
}

// The page of a change's subject, or null if it has none yet.
function placeOf({ kind, id, event }) {
  if (kind.startsWith("toDo.")) return `/events/${event}/to-dos`;
  if (kind.startsWith("budget.")) return `/events/${event}/budget`;
  if (!id) return null;
  if (kind.startsWith("checkin.")) return `/checkin/${id}`;
  return kind.startsWith("event.") ? `/events/${id}` : `/tasks/${id}`;
}

function group(name, changes, actions) {
  if (changes.length === 0) return null;
  return h("section", {}, h("h2", { class: "group" }, name),
    h("ul", { class: "list" }, changes.map((change) => h("li", { class: "row" },
      h("span", { class: `outbox-sign is-${change.state}` }, icon(signs[change.state])),
      h("div", { class: "row-link" },
        h("span", { class: "row-title" }, placeOf(change.what)
          ? h("a", { href: placeOf(change.what) }, title(change)) : title(change)),
        change.problem && h("span", { class: "row-note is-over" }, explain(problemOf(change))),
        h("span", { class: "row-note" }, moment(change.at))),
      actions.map(([, label, act]) => h("button", {
        class: "row-button", type: "button", onclick: () => act(change),
        "aria-label": `${label}: ${title(change)}`,
      }, label))))));
}

const signs = { waiting: "clock", refused: "alert", sent: "check" };

function problemOf({ problem }) {
  return new Problem({ ...problem, errors: problem.fields });
}
