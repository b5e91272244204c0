// The administrators' start page: the health of the site, its numbers, and what waits for a decision.

import { h, icon } from "../dom.js";
import { decisions, healthChecks, worst } from "../models/sitehealth.js";
import { ago, grouped, listed, megabytes, moment, words } from "../words/words.js";
import { label } from "./pieces.js";

const looks = { bad: "danger", look: "caution", good: "good" };
const gibibyte = 1024 ** 3;

/** A program's name in words; the name itself for a program that these words do not know. */
const partName = (program) => words.overview.parts[program] ?? program;

/** The site's health: one line for all of it, a row for each check, and the programs behind a summary. */
export function healthCard(overview) {
  const text = words.overview;
  const checks = healthChecks(overview);
  return h("section", { class: "card admin-health" },
    h("h2", { class: "health-title" }, text.health[worst(checks)]),
    h("ul", { class: "health-checks" }, checks.map(checkRow)),
    h("details", { class: "health-programs" }, h("summary", {}, text.programs),
      h("ul", {}, overview.programs.map(programRow))));
}

function checkRow({ name, level, kind, ...values }) {
  const text = words.overview;
  const { says, act } = text.checks[name][kind];
  return h("li", { class: "health-check" },
    h("h3", {}, text.checks[name].title, " ", label(text.levels[level], looks[level])),
    h("p", {}, typeof says === "function" ? says(shown(values)) : says),
    act && h("p", { class: "health-act" }, act));
}

// The values in the words and formats of the language.
function shown({ programs, versions, free, part, last, since, ...values }) {
  return {
    ...values, programs: programs && listed(programs.map(partName)), versions: versions && listed(versions),
    free: free !== undefined && words.overview.gigabytes(grouped(Math.floor(free / gibibyte))),
    part: part !== undefined && `${Math.floor(part * 100)} %`,
    last: last && moment(last), since: since && moment(since), age: last && ago(last),
  };
}

function programRow({ program, state, version, started }) {
  const text = words.overview;
  const level = { ready: "good", away: "bad", degraded: "bad" }[state] ?? "look";
  return h("li", { class: "health-program" },
    h("span", {}, partName(program), h("span", { class: "row-note" }, ` ${program}`)),
    label(text.states[state] ?? state, looks[level]),
    version && h("span", { class: "row-note" }, text.since(version, moment(started))));
}

/** The list of what waits for an administrator, or a sentence that nothing does. */
export function decisionsCard(overview) {
  const text = words.overview;
  const waiting = decisions(overview);
  return h("section", { class: "admin-part" }, h("h2", { class: "group" }, text.decisions),
    waiting.length === 0 ? h("p", { class: "quiet admin-none" }, text.noDecisions)
      : h("ul", { class: "list rows" }, waiting.map(([kind, count, href]) =>
        h("li", { class: "row" }, h("a", { class: "row-link decision", href },
          h("span", { class: "row-title" }, text.waits[kind](count)),
          h("span", { class: "row-note" }, text.todo[kind]), icon("next"))))));
}

/** The numbers of the site. One whose program is away is left out. */
export function numbersCard({ counts }) {
  const text = words.overview;
  const part = (name, href, note) => counts[name] === undefined ? null
    : h("li", {}, numberTile(grouped(counts[name]), text.numbers[name](counts[name]), note, href));
  return h("section", { class: "admin-part" }, h("h2", { class: "group" }, text.inNumbers),
    h("ul", { class: "admin-numbers" },
      part("people", "/admin/people", counts.people !== undefined && text.peopleNote(counts)),
      part("rooms", "/admin/rooms", counts.rooms !== undefined && text.roomsNote(counts)),
      part("dorms", "/admin/dorms"),
      part("joinRequests", null, text.joinRequestsNote),
      part("courses", "/school?all"), part("events"),
      part("pictures", "/admin/pictures",
        counts.pictureMegabytes !== undefined && megabytes(counts.pictureMegabytes * 1e6)),
      part("messages", null, text.messagesNote),
      part("alerts", null, text.alertsNote)));
}

/** A number with its name, and a note and an address if there are. */
export function numberTile(value, name, note, href) {
  const content = [h("strong", {}, value), h("span", {}, name),
    note && h("span", { class: "row-note" }, note)];
  return href ? h("a", { class: "number-tile", href }, content) : h("div", { class: "number-tile" }, content);
}
