// Reported messages. Neither their authors nor the people who reported them are known here.

import { get, send } from "../../api.js";
import { segmented } from "../../components/choices.js";
import { allDorms, kept } from "../../components/directory.js";
import { filteredList } from "../../components/filters.js";
import { pagedList } from "../../components/list.js";
import { ask, empty, label } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { emoji, h } from "../../dom.js";
import { hourOf, words } from "../../words/words.js";

/** The page at /admin/reports. */
export function reportsPage() {
  const text = words.admin.reports;
  const dorms = kept(allDorms);

  const list = filteredList((state, signal) => pagedList({
    name: `admin.reports.${state}`,
    load: async (cursor) => {
      const [page, known] = await Promise.all([
        get("/v1/admin/reports", { state, limit: 50, cursor }, { signal }), dorms(),
      ]);
      return { ...page, items: page.items.map((report) => ({
        ...report, dormName: known.find(({ id }) => id === report.dorm)?.name ?? report.dorm,
      })) };
    },
    row: (report) => reportRow(report, decide),
    empty: () => empty(text.none[state].sign, text.none[state].title, text.none[state].text),
  }));

  async function decide(report, what) {
    const { title, text: about, action, done } = text.acts[what];
    const yes = await ask({ title, text: about, action, isDangerous: what === "hide" });
    if (yes === null) return;
    try {
      await send("POST", `/v1/admin/messages/${report.id}/${what}`);
      toast(done);
    } catch (problem) {
      complain(problem);
    }
    list.refresh();
  }

  const states = ["waiting", "hidden", "dismissed"].map((state) => [state, text.states[state]]);
  list.show("waiting");
  return {
    name: "admin-reports", tab: "admin", title: text.title, parent: "/admin",
    body: [
      segmented({ name: "state", label: text.which, options: states, onchange: list.show }).element,
      h("p", { class: "hint" }, emoji("🎭"), " ", text.anonymous),
      list.element,
    ],
    onEvent: (topic) => {
      if (topic.startsWith("roomhub.message.") || topic === "reset") list.refresh();
    },
    stop: () => list.stop(),
  };
}

function reportRow(report, decide) {
  const text = words.admin.reports;
  const choices = { waiting: ["dismiss", "hide"], hidden: ["show"], dismissed: ["hide"] }[report.state] ?? [];
  return h("li", { class: "report" },
    h("p", { class: "report-head" },
      h("strong", {}, words.home.room(report.dormName, report.number)),
      h("span", { class: "row-note" }, hourOf(report.hour)),
      label(text.reports(report.reports), "danger")),
    h("blockquote", { class: "report-text" }, report.text),
    report.reasons.length > 0 && h("div", { class: "report-reasons" },
      h("h2", { class: "row-note" }, text.reasons),
      h("ul", {}, report.reasons.map((reason) => h("li", {}, reason)))),
    h("div", { class: "report-acts" }, choices.map((what) =>
      h("button", { type: "button", onclick: () => decide(report, what),
        class: `button small ${what === "hide" ? "danger-quiet" : "quiet-button"}` },
      text.acts[what].label))));
}
