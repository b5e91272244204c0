// Other help, step by step: choking, recovery position, bleeding, overdose.

import { missing, ownWords } from "../../components/aidpieces.js";
import { failed, skeleton } from "../../components/pieces.js";
import { topicSteps } from "../../components/topicsteps.js";
import { fill, h } from "../../dom.js";
import { setTitle } from "../../frame.js";
import { guide as loadGuide } from "../../guide.js";
import { words } from "../../words/words.js";

/** The page at /aid/:topic. */
export function topicPage({ params }) {
  const text = words.training;
  const body = h("div", { class: "aid-topic" }, skeleton(4));
  let [isOver, shown] = [false, null];

  const load = async () => {
    try {
      const guide = await loadGuide();
      if (isOver) return;
      const topic = guide.bundle.topics.find(({ id, mode }) => id === params.topic && mode === "help");
      if (topic) show(guide, topic);
      else fill(body, missing(text.noTopic));
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  const show = (guide, topic) => {
    setTitle(ownWords(topic.title, guide.site));
    shown?.stop();
    shown = topicSteps({ guide, topic, onEnd: () => [
      h("h2", { tabindex: "-1" }, text.ended),
      h("button", { class: "button", type: "button", onclick: () => show(guide, topic) }, text.again),
      h("a", { class: "button quiet-button", href: "/aid" }, text.home),
    ] });
    fill(body, shown.elements);
  };

  load();
  return {
    name: "aid-topic", title: text.home, parent: "/aid", body,
    stop: () => {
      isOver = true;
      shown?.stop();
    },
  };
}
