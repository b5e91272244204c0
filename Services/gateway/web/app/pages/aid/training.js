// The training: six steps, each with a question, and then the quiz.

import { missing, questionCard } from "../../components/aidpieces.js";
import { failed, skeleton } from "../../components/pieces.js";
import { complain } from "../../components/toast.js";
import { topicSteps } from "../../components/topicsteps.js";
import { loadProgress, recordStep } from "../../components/trainingprogress.js";
import { Problem } from "../../api.js";
import { fill, h } from "../../dom.js";
import { guide as loadGuide } from "../../guide.js";
import { nextStep } from "../../models/training.js";
import { words } from "../../words/words.js";

/** The page at /aid/training. */
export function trainingPage() {
  const text = words.training;
  const body = h("div", { class: "aid-topic" }, skeleton(4));
  let [isOver, shown] = [false, null];
  const record = recorder(() => isOver);

  const load = async () => {
    try {
      const guide = await loadGuide();
      const topic = guide.bundle.topics.find(({ mode }) => mode === "training");
      // Without the progress the training begins at the first step.
      const progress = topic ? await loadProgress().catch(known) : null;
      if (isOver) return;
      if (topic) show(guide, topic, nextStep(topic, progress));
      else fill(body, missing(text.noContent));
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  const show = (guide, topic, start) => {
    shown?.stop();
    let cards = new Map();
    // A question stays as it was answered while the person goes back and forth.
    const cardOf = (step) => {
      if (!step.question) return null;
      if (!cards.has(step.id)) {
        cards.set(step.id, h("section", { class: "card" }, questionCard({
          question: step.question, site: guide.site, title: text.question, label: words.quiz.check,
          onchecked: () => record(step),
        })));
      }
      return cards.get(step.id);
    };
    let last = null;
    shown = topicSteps({
      guide, topic, start, extra: cardOf,
      // A step counts when the person goes on from it, or has answered its question.
      onStep: (step, index, { isSame }) => {
        if (last && !isSame && index > last.index) record(last.step);
        last = { step, index };
      },
      onEnd: () => {
        record(last.step);
        return ending(() => {
          cards = new Map();
          show(guide, topic, 0);
        });
      },
    });
    fill(body, shown.elements);
  };

  load();
  return {
    name: "aid-training", title: text.title, parent: "/aid", body,
    stop: () => {
      isOver = true;
      shown?.stop();
    },
  };
}

// The screen after the last step.
function ending(again) {
  const text = words.training;
  return [
    h("h2", { tabindex: "-1" }, text.finished), h("p", {}, text.finishedText),
    h("a", { class: "button", href: "/aid/training/quiz" }, text.toQuiz),
    h("button", { class: "button quiet-button", type: "button", onclick: again }, text.review),
  ];
}

// Records each step once. One that could not be kept is recorded when the person comes by again.
function recorder(isOver) {
  const recorded = new Set();
  return async (step) => {
    if (recorded.has(step.id)) return;
    recorded.add(step.id);
    try {
      await recordStep(step, step.title);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      recorded.delete(step.id);
      if (!isOver()) complain(problem);
    }
  };
}

function known(problem) {
  if (!(problem instanceof Problem)) throw problem;
  return { steps: [] };
}
