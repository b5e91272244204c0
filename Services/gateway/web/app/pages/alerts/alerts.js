// Upcoming notifications with their times and reasons. All numbers are under Details.

import { Problem, get, send } from "../../api.js";
import { inShort, ownMoment, placeOf, said, watchWording } from "../../components/alertwords.js";
import { gauge } from "../../components/alertdrawings.js";
import { fold } from "../../components/fold.js";
import { pagedList } from "../../components/list.js";
import { ask, empty, label } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { emoji, fill, h, icon } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { grouped, sentence, words } from "../../words/words.js";

const pageSize = 100;
const states = ["armed", "queued", "fired", "cancelled", "missed"];

/** The page at /alerts. */
export function alertsPage({ isReturn }) {
  const text = words.alerts;
  const inUse = h("div", { class: "slots" });
  const counts = allCounts();
  const lead = h("p", { class: "quiet", hidden: true });
  const details = h("div", { class: "card folds in-turn" },
    fold({ name: text.details, say: () => "", isOpen: false, inside: [inUse, counts.element] }).element);
  let isOver = false;

  const list = pagedList({
    name: "alerts", isReturn,
    load: async (cursor, askFor) => {
      const page = await askFor("/v1/alerts", { limit: pageSize, cursor });
      if (isOver) return page;
      fill(inUse, slots(page.slots));
      const { armed, queued } = page.slots;
      lead.hidden = armed + queued === 0;
      lead.textContent = queued > 0 ? text.someWait(grouped(armed), queued) : text.allReady;
      return page;
    },
    row: (alert) => row(alert, { pin: () => pin(alert), drop: () => drop(alert) }),
    heading: ({ state }) => text[state],
    empty: () => empty("🔕", text.empty, text.emptyText,
      h("a", { class: "button", href: "/events" }, text.toEvents)),
  });

  async function refresh() {
    counts.load();
    await list.refresh();
  }

  async function pin(alert) {
    const shows = (isPinned) => list.change((items) =>
      items.map((one) => one.id === alert.id ? { ...one, isPinned } : one));
    shows(!alert.isPinned);
    try {
      await send(alert.isPinned ? "DELETE" : "PUT", `/v1/alerts/${alert.id}/pin`);
      toast(alert.isPinned ? text.didUnpin : text.didPin);
    } catch (problem) {
      shows(alert.isPinned);
      complain(problem);
    }
    await refresh();
  }

  async function drop(alert) {
    if (!await dropped(alert)) return;
    await refresh();
    keepFocus();
  }

  list.element.classList.add("in-turn");
  refresh();
  const unwatch = watchWording(() => list.repaint());
  return {
    name: "alerts", tab: "inbox", title: text.title, parent: "/inbox", body: [lead, list.element, details],
    onEvent: (topic) => {
      if (topic.startsWith("notifier.alert.") || topic === "reset") refresh();
    },
    stop: () => {
      isOver = true;
      unwatch();
      list.stop();
    },
  };
}

// The number of reminders in each state, once `load()` has fetched it.
function allCounts() {
  const text = words.alerts;
  const element = h("section", { hidden: true });
  async function load() {
    try {
      const found = await get("/v1/alerts/counts");
      if (found.planned === 0) return;
      element.hidden = false;
      fill(element, h("h3", {}, text.counts), h("p", { class: "quiet" }, text.countsText(found.planned)),
        h("dl", { class: "count-list" }, states.map((name) => h("div", {},
          h("dt", {}, text.states[name]), h("dd", {}, grouped(found[name]))))));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // The list stays without the counts.
    }
  }
  return { element, load };
}

// Asks for confirmation. Returns true unless it was canceled.
async function dropped(alert) {
  const text = words.alerts;
  const { title } = said(alert.text);
  const yes = await ask({ title: text.dropTitle, text: text.dropText(title, ownMoment(alert.at)),
    action: text.dropIt, isDangerous: true });
  if (yes === null) return false;
  try {
    await send("DELETE", `/v1/alerts/${alert.id}`);
    toast(text.dropped);
  } catch (problem) {
    // The alert has already fired or been deleted.
    if (problem.code !== "not_found") complain(problem);
  }
  return true;
}

function slots({ armed, queued, pinned, most, mostPinned }) {
  const text = words.alerts;
  return [
    gauge({ value: armed, most, label: text.gauge(grouped(armed), grouped(most)),
      below: text.ofMost(grouped(most)) }),
    h("div", { class: "slots-words" },
      h("p", { class: "slots-line" },
        queued > 0 && label(text.waiting(queued), "caution"),
        label(text.pinned(grouped(pinned), grouped(mostPinned)))),
      h("p", { class: "quiet" }, text.what(grouped(most)))),
  ];
}

function row(alert, { pin, drop }) {
  const text = words.alerts;
  const { sign, title, note } = said(alert.text);
  const place = placeOf(alert);
  const when = ownMoment(alert.at);
  const inside = [
    h("span", { class: "setting-sign" }, emoji(sign)),
    h("span", { class: "setting-words" },
      h("span", { class: "row-title" }, title),
      h("span", { class: "alert-when" }, sentence(when)),
      note && h("span", { class: "row-note" }, note),
      h("span", { class: "row-note" }, inShort(alert)),
      h("span", { class: "marks" },
        alert.isPinned && label(text.isPinned, "good"), alert.isSnoozed && label(text.snoozed, "caution"))),
  ];
  return h("li", { class: "row setting alert-row" },
    place ? h("a", { class: "setting-tap", href: place }, inside)
      : h("div", { class: "setting-tap" }, inside),
    h("span", { class: "row-icons" },
      h("button", {
        class: "row-icon", type: "button", "aria-pressed": String(alert.isPinned), onclick: pin,
        "aria-label": alert.isPinned ? text.unpin(title) : text.pin(title),
      }, icon("pin")),
      h("button", {
        class: "row-icon is-danger", type: "button", "aria-label": text.drop(title), onclick: drop,
      }, icon("trash"))));
}
