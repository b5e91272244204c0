// The administrators' start page: is all well, what waits for a decision, numbers, and the places.

import { get } from "../../api.js";
import { runs } from "../../apps.js";
import { failed, skeleton } from "../../components/pieces.js";
import { decisionsCard, healthCard, numbersCard } from "../../components/sitehealth.js";
import { emoji, fill, h, icon, refill } from "../../dom.js";
import { loadSite, update } from "../../state.js";
import { words } from "../../words/words.js";

const places = [
  ["people", "👥"], ["invites", "✉️"], ["dorms", "🏛️"], ["rooms", "🚪"], ["school", "🏫"], ["reports", "🚩"],
  ["deliveries", "📪"], ["pictures", "🖼️"], ["guide", "⛑️"], ["aeds", "⚡"], ["crisis-alerts", "🚨"],
  ["audit", "📜"], ["site", "⚙️"],
];
/** The apps without which a place is left out. */
const appOf = { guide: "aid", aeds: "aid", "crisis-alerts": "aid", school: "school" };
const isRun = ([key]) => !appOf[key] || runs(appOf[key]);
/** The time after which the numbers are fetched again, and after events of one moment, in milliseconds. */
const refreshAfter = 60_000;
const settleAfter = 1000;

/** The page at /admin. */
export function adminPage() {
  const text = words.admin;
  const name = h("p", { class: "quiet" }, "\u00a0");
  const part = () => h("div", { class: "admin-part-place in-turn" });
  const [health, waiting, numbers] = [part(), part(), part()];
  let [isOver, hasOverview, timer] = [false, false, null];

  const load = async () => {
    clearTimeout(timer);
    try {
      const overview = await get("/v1/admin/overview");
      if (isOver) return;
      hasOverview = true;
      show(overview);
    } catch (problem) {
      // What is shown already stays; the next fetch tries again.
      if (!isOver && !hasOverview) fill(health, failed(problem, load));
    }
    if (!isOver) later(refreshAfter);
  };
  const show = (overview) => {
    const isOpen = health.querySelector("details")?.open;
    fill(health, healthCard(overview));
    if (isOpen) health.querySelector("details").open = true;
    refill(waiting, decisionsCard(overview));
    refill(numbers, numbersCard(overview));
  };
  const later = (time) => {
    clearTimeout(timer);
    timer = setTimeout(load, time);
  };
  const loadName = async () => {
    try {
      const site = await loadSite();
      if (!isOver) fill(name, site.name);
    } catch {
      // The page works without the name.
    }
  };

  fill(health, skeleton(2));
  load();
  loadName();
  return {
    name: "admin", tab: "admin", title: text.title, parent: "/settings",
    body: [name, health, waiting, numbers,
      h("section", { class: "admin-part in-turn" }, h("h2", { class: "group" }, words.overview.places),
        h("ul", { class: "admin-places" }, places.filter(isRun).map(([key, sign]) =>
          h("li", {}, h("a", { class: "admin-place", href: `/admin/${key}` },
            h("span", { class: "admin-sign" }, emoji(sign)),
            h("strong", { class: "admin-words" }, text[key].title), icon("next"))))))],
    onEvent: (topic) => {
      if (/^(roomhub\.(message|dorm)|events\.event|attendance\.course)\./.test(topic) || topic === "reset") {
        later(settleAfter);
      }
      if (topic === "auth.site.changed" || topic === "reset") {
        update({ site: null });
        loadName();
      }
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
