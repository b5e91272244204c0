// Calendar links: the private feed address, and importing events from other calendars.

import { get, send } from "../../api.js";
import { acknowledge, copy } from "../../components/acknowledge.js";
import { field, form, refusal } from "../../components/form.js";
import { ask, failed, skeleton } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { dateOf, moment, words } from "../../words/words.js";

/** The limit on the size of a file. */
const maxBytes = 1 << 20;
/** The limit on listed errors of a file. */
const maxListed = 50;

/** The page at /settings/calendar. */
export function calendarPage() {
  const text = words.account.calendar;
  const feed = h("section", { class: "card data-card in-turn" });
  const load = async () => {
    try {
      show(await get("/v1/event-feed"));
    } catch (problem) {
      fill(feed, failed(problem, load));
    }
  };

  function show({ isOn, made, lastRead }) {
    fill(feed, h("h2", {}, text.feedTitle), h("p", {}, text.feedText),
      isOn && h("p", { class: "notice" }, text.on(dateOf(made)), " ",
        lastRead ? text.read(moment(lastRead)) : text.unread),
      h("button", {
        class: isOn ? "button quiet-button" : "button", type: "button", onclick: () => make(isOn),
      }, isOn ? text.anew : text.make),
      isOn && h("button", { class: "button danger-quiet", type: "button", onclick: end }, text.end));
  }

  async function make(isOn) {
    if (isOn) {
      const yes = await ask({ title: text.anewTitle, text: text.anewText, action: text.anew,
        isDangerous: true });
      if (yes === null) return;
    }
    try {
      const { path } = await send("POST", "/v1/event-feed");
      // Some calendars require this suffix.
      const url = new URL(path.endsWith(".ics") ? path : `${path}.ics`, location.origin).href;
      const tokens = words.account.tokens;
      await acknowledge({ title: text.made, action: text.kept, content: [
        h("p", { class: "warning" }, text.once),
        h("output", { class: "secret-text" }, url),
        copy(url, tokens.copy, tokens.copied),
        h("p", { class: "hint" }, text.guard),
      ] });
    } catch (problem) {
      complain(problem);
    }
    await load();
  }

  async function end() {
    const yes = await ask({ title: text.endTitle, text: text.endText, action: text.end, isDangerous: true });
    if (yes === null) return;
    try {
      await send("DELETE", "/v1/event-feed");
      toast(text.ended);
    } catch (problem) {
      complain(problem);
    }
    await load();
  }

  fill(feed, skeleton(2));
  load();
  return {
    name: "calendar", tab: "settings", title: text.title, parent: "/settings", body: [feed, importCard()],
  };
}

function importCard() {
  const text = words.account.calendar;
  const report = h("div", { class: "stack-fields", role: "status" });
  const file = field({ name: "file", label: text.file, kind: "file", accept: ".ics,text/calendar" });
  const edit = form({
    parts: [file], label: text.take, isQuiet: true,
    submit: async () => {
      const [chosen] = file.input.files;
      if (!chosen) throw refusal("file", text.needFile);
      if (chosen.size > maxBytes) throw refusal("file", text.tooLarge);
      fill(report);
      const body = new Blob([await chosen.arrayBuffer()], { type: "text/calendar" });
      fill(report, reportOf(await send("POST", "/v1/events/import", body)));
      file.input.value = "";
    },
  });
  return h("section", { class: "card data-card in-turn" },
    h("h2", {}, text.importTitle), h("p", {}, text.importText),
    edit.element, report);
}

function reportOf({ added, updated, unchanged, skipped, problems, moreProblems = 0 }) {
  const text = words.account.calendar;
  const shown = problems.slice(0, maxListed);
  const hidden = problems.length - shown.length + moreProblems;
  return [
    h("p", { class: "notice" }, text.report(added, updated, unchanged, skipped), " ",
      added + updated > 0 && h("a", { href: "/events" }, text.look)),
    problems.length > 0 && h("h3", {}, text.problems(problems.length + moreProblems)),
    problems.length > 0 && h("ul", { class: "points" }, shown.map((problem) =>
      h("li", {}, h("strong", {}, text.line(problem.line)), " ",
        text.kinds[problem.code] ?? problem.message))),
    hidden > 0 && h("p", { class: "hint" }, text.more(hidden)),
  ];
}
