// The quiz of the training: one question after the other, and the result.

import { Problem } from "../../api.js";
import { missing, ownLanguage, ownWords, questionCard, trainingChoices } from "../../components/aidpieces.js";
import { failed, skeleton } from "../../components/pieces.js";
import { complain } from "../../components/toast.js";
import { recordQuiz } from "../../components/trainingprogress.js";
import { fill, h, icon } from "../../dom.js";
import { guide as loadGuide } from "../../guide.js";
import { scored } from "../../models/training.js";
import { seemsSignedIn } from "../../state.js";
import { dateOf, words } from "../../words/words.js";

/** The page at /aid/training/quiz. */
export function quizPage() {
  const text = words.quiz;
  const body = h("div", { class: "aid-quiz" }, skeleton(4));
  let isOver = false;

  const load = async () => {
    try {
      const { bundle, site } = await loadGuide();
      if (isOver) return;
      if (bundle.quiz.length === 0) fill(body, missing(words.training.noContent));
      else begin(bundle.quiz, site);
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  const begin = (quiz, site) => ask(quiz, site, 0, {});
  const ask = (quiz, site, at, answers) => {
    const question = quiz[at];
    const isLast = at === quiz.length - 1;
    const title = text.at(at + 1, quiz.length);
    const go = h("button", { class: "button", type: "button", onclick: async () => {
      if (!isLast) return ask(quiz, site, at + 1, answers);
      go.setAttribute("aria-busy", "true");
      try {
        await finish(quiz, site, answers);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        complain(problem);
      } finally {
        go.removeAttribute("aria-busy");
      }
    } }, isLast ? text.finish : text.next);
    const card = questionCard({ question, site, title, label: text.check, onchecked: (option, place) => {
      answers[question.id] = option;
      place.after(go);
      go.focus();
    } });
    // The question's own title says which one it is.
    const bar = h("div", { class: "progress" },
      h("progress", { "aria-label": text.title, value: at, max: quiz.length }));
    fill(body,
      at === 0 && h("p", { class: "quiet" }, text.lead(quiz.length)),
      h("section", { class: "card" }, bar, card));
    if (at > 0) {
      const legend = card.querySelector("legend");
      legend.setAttribute("tabindex", "-1");
      legend.focus();
    }
  };
  const finish = async (quiz, site, answers) => {
    const result = scored(quiz, answers);
    const training = await recordQuiz(answers, result);
    if (isOver) return;
    fill(body, resultOf(result, site, training, () => begin(quiz, site)));
    body.querySelector("h2").focus();
  };

  load();
  return {
    name: "aid-quiz", title: text.title, parent: "/aid/training", body,
    stop: () => { isOver = true; },
  };
}

function resultOf({ right, questions, isPassed, missed }, site, training, again) {
  const text = words.quiz;
  const isSignedIn = seemsSignedIn();
  return [
    h("section", { class: "card aid-result" },
      h("span", { class: isPassed ? "aid-result-sign is-passed" : "aid-result-sign" },
        icon(isPassed ? "check" : "info")),
      h("h2", { tabindex: "-1" }, isPassed ? text.passed : text.failed),
      h("p", { class: "aid-score" }, text.score(right, questions)),
      isPassed && training?.refresh && h("p", {}, text.refresh(dateOf(training.refresh))),
      isPassed && !isSignedIn && h("p", {}, text.refreshHere),
      isSignedIn && !training && h("p", { class: "notice" }, text.waiting),
      h("p", { class: "notice" }, text.notCertificate),
      h("div", { class: "aid-result-acts" },
        h("a", { class: "button", href: isPassed ? "/aid" : "/aid/training" },
          isPassed ? text.toAid : text.toTraining),
        h("button", { class: "button quiet-button", type: "button", onclick: again }, text.again))),
    missed.length > 0 && h("section", { class: "card" }, h("h2", {}, text.missed),
      h("ul", { class: "aid-facts" }, missed.map((question) => h("li", { lang: ownLanguage(question.text) },
        h("strong", {}, ownWords(question.text, site)),
        h("p", {}, ownWords(question.options[question.answer], site)),
        h("p", { class: "row-note" }, ownWords(question.because, site)))))),
    isSignedIn && training && trainingChoices(training),
  ];
}
