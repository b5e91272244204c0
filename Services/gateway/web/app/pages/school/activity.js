// An activity: when and where it meets, who leads it, and the button that joins or leaves it.

import { get, send } from "../../api.js";
import { meetingSpan, ruleText } from "../../components/activitypieces.js";
import { failed, skeleton } from "../../components/pieces.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h, refill } from "../../dom.js";
import { words } from "../../words/words.js";

/** The page at /school/activities/:id. */
export function activityPage({ params }) {
  const text = words.activities;
  const path = `/v1/school/activities/${encodeURIComponent(params.id)}`;
  const body = h("div", { class: "stack" }, skeleton(3));
  let [isOver, isBusy] = [false, false];
  let shown = null;
  let dayTypes = new Map();

  const load = async () => {
    try {
      const activity = await get(path);
      if (activity.meets?.some(({ dayType }) => typeof dayType === "string")) {
        const { items } = await get("/v1/school/daytypes");
        dayTypes = new Map(items.map(({ id, name }) => [id, name]));
      }
      if (!isOver) show(activity);
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  // The choice shows at once, and the former one again if the site rejects it.
  const change = async (joins) => {
    if (isBusy) return;
    isBusy = true;
    const former = shown;
    if (!isOver) show({ ...former, isMember: joins });
    try {
      await send(joins ? "PUT" : "DELETE", `/v1/me/activities/${encodeURIComponent(params.id)}`);
      if (joins) toast(text.joinedNow);
      else toast(text.left, () => change(true));
    } catch (problem) {
      if (!isOver) show(former);
      complain(problem);
    } finally {
      isBusy = false;
    }
    if (!isOver) await load();
  };
  const show = (activity) => {
    shown = activity;
    refill(body, about(activity), meetings(activity, dayTypes),
      h("button", { class: activity.isMember ? "button quiet-button" : "button", type: "button",
        onclick: () => change(!activity.isMember) }, activity.isMember ? text.leave : text.join),
      h("p", { class: "hint" }, activity.isMember ? text.inCalendar : text.willBe));
  };

  load();
  return {
    name: "activity", tab: "school", title: text.one, parent: "/school/activities",
    body: [schoolTabs("activities"), body],
    onEvent: (topic, data) => {
      const isThis = topic === "campus.activity.changed" && data.id === params.id;
      if (isThis || topic === "campus.day.changed" || topic === "reset") load();
    },
    stop: () => { isOver = true; },
  };
}

function about(activity) {
  const text = words.activities;
  const { adviser } = activity;
  const facts = [
    [text.place, activity.place], [text.adviser, adviser?.name ?? adviser],
    [text.members, activity.members > 0 && text.people(activity.members)],
    [text.link, activity.link && h("a", { class: "activity-link", href: activity.link,
      rel: "noopener nofollow", target: "_blank" }, new URL(activity.link).host)],
  ].filter(([, value]) => value);
  return h("section", { class: "card" }, h("h2", { class: "activity-name" }, activity.name),
    activity.about && h("p", { class: "activity-about" }, activity.about),
    facts.length > 0 && h("dl", { class: "facts-list" },
      facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
}

function meetings({ next = [], meets = [] }, dayTypes) {
  const text = words.activities;
  return h("section", { class: "card" }, h("h2", {}, text.meets),
    meets.length === 0 ? h("p", { class: "quiet" }, text.noMeets)
      : h("ul", { class: "points" }, meets.map((rule) => h("li", {}, ruleText(rule, dayTypes)))),
    next.length > 0 ? [h("h3", { class: "group" }, text.nextTitle),
      h("ol", { class: "activity-next" }, next.map((one) => h("li", {}, meetingSpan(one))))]
      : meets.length > 0 && h("p", { class: "quiet" }, text.noNext));
}
