// An alert to help in a crisis, for those who got it, its sender and administrators.

import { get, send } from "../../api.js";
import { callButton } from "../../components/crisisparts.js";
import { ask, failed, skeleton } from "../../components/pieces.js";
import { complain } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { guide } from "../../guide.js";
import { floorText } from "../../models/aeds.js";
import { moment, words } from "../../words/words.js";

/** The page at /aid/help/:id. */
export function helpPage({ params }) {
  const text = words.aidHelp;
  const path = `/v1/crisis-alerts/${encodeURIComponent(params.id)}`;
  const body = h("div", { class: "stack" }, skeleton(3));
  let isOver = false;
  const load = async () => {
    try {
      const crisis = await get(path);
      if (!isOver) await show(crisis);
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  const act = async (method, end) => {
    try {
      await show(await send(method, `${path}/${end}`));
    } catch (problem) {
      complain(problem);
      load();
    }
  };
  const callOff = async () => {
    const sure = await ask({ title: text.callOff, text: text.callOffText, action: text.callOff });
    if (sure !== null) act("POST", "call-off");
  };
  // The number comes with the guide, which may not be there: the alert is shown all the same.
  const site = () => guide().then((found) => found.site, () => null);
  const show = async (crisis) => {
    const known = await site();
    if (!isOver) fill(body, state(crisis), acts(crisis, known, act, callOff));
  };
  load();
  return {
    name: "aid-help", title: text.title, parent: "/inbox", body,
    onEvent: (topic, data) => {
      if (topic === "reset" || (topic === "guide.crisis.changed" && data.id === params.id)) load();
    },
    stop: () => { isOver = true; },
  };
}

function state(crisis) {
  const text = words.aidHelp;
  const facts = [
    crisis.name && text.by(crisis.name), text.at(moment(crisis.raised)),
    (crisis.aed || crisis.floor) && text.aed(aedPlace(crisis)), crisis.note && `“${crisis.note}”`,
  ].filter(Boolean);
  return h("section", { class: "card" },
    crisis.isDrill && h("p", { class: "aid-drill" }, text.drill),
    h("h2", {}, crisis.place), facts.map((fact) => h("p", {}, fact)),
    h("p", { role: "status" }, crisis.calledOff ? text.calledOff(moment(crisis.calledOff))
      : text.coming(crisis.coming, crisis.people)));
}

function acts(crisis, site, act, callOff) {
  const text = words.aidHelp;
  if (crisis.calledOff) return null;
  const mine = crisis.isComing ? h("p", { class: "quiet" }, text.youCome)
    : h("button", { class: "button", type: "button", onclick: () => act("PUT", "coming") }, text.come);
  return [
    !crisis.isDrill && site && callButton(site, () => {}),
    crisis.isMine ? null : mine,
    crisis.isMine
      && h("button", { class: "button quiet-button", type: "button", onclick: callOff }, text.callOff),
    h("a", { class: "button quiet-button", href: "/crisis" }, text.steps),
  ];
}

function aedPlace({ aed, floor }) {
  return [aed, floor && floorText(floor, words.crisis.aeds.floor)].filter(Boolean).join(", ");
}
