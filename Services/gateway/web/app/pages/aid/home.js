// First aid: the two modes, the own progress, other help, and what there is to read.

import { failed, progress as bar, skeleton } from "../../components/pieces.js";
import { ownWords, trainingChoices } from "../../components/aidpieces.js";
import { readiness } from "../../components/readiness.js";
import { linkRow, rowGroup } from "../../components/rows.js";
import { loadProgress } from "../../components/trainingprogress.js";
import { clock } from "../../clock.js";
import { fill, h, icon } from "../../dom.js";
import { guide as loadGuide } from "../../guide.js";
import { stepsDone } from "../../models/training.js";
import { watchOutbox } from "../../offline/outbox.js";
import { seemsSignedIn, state } from "../../state.js";
import { dateOf, words } from "../../words/words.js";

/** Signs of topics; others have the last one. */
const signs = { choking: "🫁", recovery: "🛌", bleeding: "🩹", overdose: "💊", other: "⛑️" };

/** The page at /aid. */
export function aidPage() {
  const text = words.training;
  const own = h("div", { class: "aid-own" });
  const topics = h("div", {}, h("h2", { class: "group" }, text.help), skeleton(4));
  let [isOver, guide] = [false, null];

  const load = async () => {
    try {
      // Both at once: the own card stands above the topics.
      const [found, progress] = await Promise.all([loadGuide(), ownProgress()]);
      if (isOver) return;
      guide = found;
      show(progress);
      fill(topics, topicRows(guide));
    } catch (problem) {
      if (!isOver) fill(topics, failed(problem, load));
    }
  };
  const show = (progress) => {
    const topic = guide?.bundle.topics.find(({ mode }) => mode === "training");
    if (topic && progress && !isOver) fill(own, progressCard(topic, progress));
  };
  const loadOwn = async () => show(await ownProgress());

  load();
  const unwatch = watchOutbox(loadOwn);
  return {
    name: "aid", title: text.home, parent: seemsSignedIn() ? "/" : "/signin",
    body: [
      h("div", { class: "aid-modes" },
        mode("/crisis", "aid-mode is-crisis", "alert", text.crisis, text.crisisLine),
        mode("/aid/training", "aid-mode", "school", text.title, text.line)),
      own, state.home?.room && readiness("/v1/room/first-aid"), topics,
      rowGroup(text.more, [
        linkRow({ href: "/aid/learn", sign: "📖", title: words.learn.title, note: text.learnLine }),
        linkRow({ href: "/aid/sources", sign: "🔎", title: words.sources.title, note: text.sourcesLine }),
      ]),
    ],
    onEvent: (topic) => { if (topic === "reset") load(); },
    stop: () => {
      isOver = true;
      unwatch();
    },
  };
}

// Null if it can't be loaded: the guide works without it, and the training's page says what is wrong.
async function ownProgress() {
  try {
    return await loadProgress();
  } catch {
    return null;
  }
}

function mode(href, look, sign, title, line) {
  return h("a", { class: look, href }, icon(sign),
    h("span", { class: "aid-mode-words" }, h("strong", {}, title), h("span", {}, line)), icon("next"));
}

function progressCard(topic, progress) {
  const text = words.training;
  const [done, all] = [stepsDone(topic, progress).length, topic.steps.length];
  const { last, passed, refresh } = progress;
  if (done === 0 && !last) return null;
  const isSignedIn = seemsSignedIn();
  const counted = passed ?? (last?.isPassed ? last : null);
  const isDue = refresh && new Date(refresh).getTime() <= clock.now();
  return [
    h("section", { class: "card aid-progress" },
      h("h2", {}, text.progress),
      bar({ label: text.title, value: done, most: all, text: text.steps(done, all) }),
      counted && h("p", { class: "aid-passed" }, icon("check"), text.passedOn(dateOf(counted.at))),
      !counted && last && h("p", {}, text.notPassed(last.right, last.questions)),
      refresh && h("p", { class: "quiet" }, isDue ? text.refreshDue : text.refresh(dateOf(refresh))),
      h("a", { class: "button quiet-button", href: done < all ? "/aid/training" : "/aid/training/quiz" },
        done < all ? text.goOn : counted ? words.quiz.again : text.toQuiz),
      !isSignedIn && h("p", { class: "quiet aid-device" }, text.onDevice, " ",
        h("a", { href: "/signin?next=/aid" }, text.signIn))),
    isSignedIn && trainingChoices(progress),
  ];
}

function topicRows({ bundle, site }) {
  const text = words.training;
  const help = bundle.topics.filter(({ mode: kind }) => kind === "help");
  return rowGroup(text.help, help.map((topic) => linkRow({
    href: `/aid/${topic.id}`, sign: signs[topic.id] ?? signs.other, title: ownWords(topic.title, site),
    note: ownWords(topic.summary, site),
  })));
}
