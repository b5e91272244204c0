// The earlier versions of a schedule, each with what it had in place of the current one.

import { get, send } from "../api.js";
import { fill, h, spoken } from "../dom.js";
import { differences } from "../models/schedule.js";
import { moment, sentence, words } from "../words/words.js";
import { nameIn } from "./classoptions.js";
import { failed, skeleton } from "./pieces.js";
import { sheet } from "./sheet.js";
import { complain } from "./toast.js";

const path = "/v1/me/schedule/versions";

/** Opens the versions. Resolves to the restored schedule, or to null. */
export function showVersions(current) {
  const text = words.schedule;
  const body = h("div", {}, skeleton(2));
  const opened = sheet({ title: text.versions, body: [body] });
  const restore = async ({ version }) => {
    try {
      opened.close(await send("POST", `${path}/${version}/restore`, { term: current.term }));
    } catch (problem) {
      complain(problem);
    }
  };
  const load = async () => {
    try {
      const { items } = await get(path, { term: current.term });
      fill(body, items.length === 0 ? h("p", { class: "quiet" }, text.noVersions)
        : h("ul", { class: "list" }, items.map((one) => row(one, current, restore))));
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  };
  load();
  return opened.closed;
}

function row(one, current, restore) {
  const text = words.schedule;
  const others = differences(one, current);
  const lines = others.map(([block, its]) => `${text.block(block)}: ${nameIn(its)}`);
  if ((one.grade ?? null) !== (current.grade ?? null) && one.grade) lines.unshift(text.gradeName(one.grade));
  const when = one.savedAt ? sentence(moment(one.savedAt)) : text.blankVersion;
  return h("li", { class: "row" }, h("div", { class: "row-link" },
    h("span", { class: "row-title" }, when),
    h("span", { class: "row-note" }, lines.length > 0 ? lines.join(" · ") : text.sameAsNow)),
  lines.length > 0 && h("button", { class: "row-button", type: "button", onclick: () => restore(one) },
    text.restore, spoken(`: ${when}`)));
}
