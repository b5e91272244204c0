// Small components shared by the first-aid pages.

import { Problem } from "../api.js";
import { fill, h } from "../dom.js";
import { inWords, languageFor, reviewOf } from "../models/guide.js";
import { guidelinesOf } from "../models/training.js";
import { dateOf, languageCode, listed, words } from "../words/words.js";
import { empty } from "./pieces.js";
import { toggle } from "./form.js";
import { complain } from "./toast.js";
import { changeChoice } from "./trainingprogress.js";

/** A date without a time (`2026-11-26`) with its year. */
export function civilDay(day) {
  const [year, month, number] = day.split("-").map(Number);
  return dateOf(new Date(year, month - 1, number));
}

/** A text of the guide in the language of the pages. */
export function ownWords(text, site) {
  return inWords(text, { language: languageCode, number: site.number });
}

/** The language of that text, for its `lang`. */
export function ownLanguage(text) {
  return languageFor(text, languageCode);
}

/** The sentence about the review of a topic's present version, or null for none. */
export function reviewed(topic, site) {
  const review = reviewOf(topic, site);
  return review && words.steps.reviewed({ ...review, day: civilDay(review.day) });
}

/**
 * Who stands behind a page: the review of its topic, the day of the text and the guidelines of its facts.
 * `topic` is absent for a page that nobody reviews by itself.
 */
export function sourceLine({ site, topic, written, facts }) {
  const text = words.training;
  const followed = guidelinesOf(facts);
  return h("footer", { class: "aid-source" },
    topic && h("p", {}, `${reviewed(topic, site) ?? words.steps.notReviewed}.`),
    h("p", {}, text.written(civilDay(written)), followed.length > 0 && ` ${text.follows(listed(followed))}`),
    h("p", {}, h("a", { href: "/aid/sources" }, text.sources)));
}

/** The message in place of something that the guide doesn't have. */
export function missing(title) {
  return empty("🧭", title, null, h("a", { class: "button", href: "/aid" }, words.training.home));
}

/**
 * A question with its options, its check and its reason. `onchecked(option)` is called once with the chosen
 * index; `label` is the text of the button.
 */
export function questionCard({ question, site, title, label, onchecked }) {
  const lang = ownLanguage(question.text);
  const inputs = question.options.map((_, at) => h("input", {
    type: "radio", name: `question-${question.id ?? title}`, value: String(at), onchange: () => say(null),
  }));
  const verdict = h("div", { class: "aid-verdict", role: "status" });
  const button = h("button", { class: "button", type: "submit" }, label);
  const say = (message) => fill(verdict, message && h("p", { class: "field-error" }, message));
  const check = (event) => {
    event.preventDefault();
    const chosen = inputs.findIndex(({ checked }) => checked);
    if (chosen < 0) {
      say(words.training.choose);
      inputs[0].focus();
      return;
    }
    const isRight = chosen === question.answer;
    inputs.forEach((input, at) => {
      input.disabled = true;
      input.parentElement.classList.toggle("is-right", at === question.answer);
      input.parentElement.classList.toggle("is-wrong", at === chosen && !isRight);
    });
    fill(verdict, h("p", { class: isRight ? "aid-because is-right" : "aid-because" },
      h("strong", {}, isRight ? words.training.right : words.training.wrong), " ",
      h("span", { lang }, ownWords(question.because, site))));
    button.remove();
    onchecked(chosen, verdict);
  };
  return h("form", { class: "aid-question", novalidate: true, onsubmit: check },
    h("fieldset", {},
      h("legend", {}, h("span", { class: "aid-kicker" }, title),
        h("span", { lang }, ownWords(question.text, site))),
      inputs.map((input, at) => h("label", { class: "aid-option" }, input,
        h("span", { lang }, ownWords(question.options[at], site))))),
    verdict, button);
}

/** The person's choices about their training. They are saved at once. */
export function trainingChoices(training) {
  const text = words.quiz;
  const hasPassed = Boolean(training.passed);
  const choice = (name, label, hint, isOff) => {
    const field = toggle({ name, label, hint, isOn: training[name], onchange: async () => {
      const { checked } = field.input;
      try {
        Object.assign(training, await changeChoice(name, checked));
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        field.input.checked = !checked;
        complain(problem);
      }
    } });
    field.input.disabled = isOff;
    return field.element;
  };
  return h("section", { class: "card aid-choices" }, h("h2", {}, text.choices),
    choice("isCounted", text.counted, text.countedHint, false),
    choice("isCalled", text.called, hasPassed ? text.calledHint : `${text.calledFirst} ${text.calledHint}`,
      // Those who agreed can always take it back.
      !hasPassed && !training.isCalled));
}
