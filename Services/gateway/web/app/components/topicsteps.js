// The steps of a topic with what learning them needs: who needs help, breaths, the voice, and the sources.

import { factsOf } from "../models/guide.js";
import { h } from "../dom.js";
import { languageCode, words } from "../words/words.js";
import { sourceLine } from "./aidpieces.js";
import { chips } from "./choices.js";
import { toggle } from "./form.js";
import { Steps } from "./steps.js";
import { toast } from "./toast.js";
import { Voice } from "./voice.js";

const patients = ["adult", "child", "infant"];

/**
 * The steps of a topic as `{ elements, steps, stop }`. `start`, `extra(step)`, `onStep(step)` and `onEnd()`
 * are those of `Steps`.
 */
export function topicSteps({ guide, topic, start = 0, extra = () => null, onStep = () => {}, onEnd }) {
  const { bundle, site } = guide;
  const text = words.training;
  const voice = new Voice(languageCode, () => {
    paint(false);
    toast(words.crisis.noVoice);
  });
  // The page is quiet until the person asks for the voice: people learn in libraries, too.
  let [isTalking, speaking] = [false, 0];
  const listen = h("button", { class: "button small quiet-button aid-listen", type: "button",
    onclick: () => talk() });
  const paint = (talks) => {
    isTalking = talks;
    listen.textContent = talks ? text.quiet : text.listen;
    listen.setAttribute("aria-pressed", String(talks));
  };
  const talk = async () => {
    if (isTalking) {
      voice.stop();
      paint(false);
      return;
    }
    speaking += 1;
    const mine = speaking;
    voice.isMuted = false;
    paint(true);
    const { title, speech, language } = steps.step;
    await voice.say(`${title.replace(/[.?!]?$/, ".")} ${speech}`, language);
    if (mine === speaking) paint(false);
  };
  const steps = new Steps({
    topic, drawings: bundle.drawings, start, onEnd,
    reader: { patient: patients[0], profile: site.profile, breaths: false, language: languageCode,
      number: site.number },
    extra: (step) => [listen, extra(step)],
    onStep: (step, index, how) => {
      if (!how.isSame) {
        speaking += 1;
        voice.stop();
        paint(false);
      }
      onStep(step, index, how);
    },
  });
  return {
    steps,
    elements: [
      h("div", { class: "aid-reader" }, reader(topic, steps)),
      steps.element,
      sourceLine({ site, topic, written: topic.written, facts: factsOf(topic, bundle, site.profile) }),
    ],
    stop: () => {
      voice.stop();
      steps.stop();
    },
  };
}

// Only the choices that change a text or a drawing of this topic.
function reader(topic, steps) {
  const text = words.training;
  const cases = topic.steps.flatMap((step) => [...step.text, ...step.drawing]);
  const hasPatients = cases.some((one) => one.patients);
  const hasBreaths = cases.some((one) => typeof one.breaths === "boolean");
  const breaths = hasBreaths && toggle({ name: "breaths", label: text.breaths,
    onchange: () => steps.read({ breaths: breaths.input.checked }) });
  return [
    hasPatients && chips({ label: text.patient, options: patients.map((one) => [one, text.patients[one]]),
      onchange: (patient) => {
        // Breaths matter more for children: those who can give them should.
        if (breaths) breaths.input.checked = patient !== patients[0];
        steps.read({ patient, breaths: patient !== patients[0] });
      } }),
    hasPatients && h("p", { class: "row-note" }, text.ages),
    breaths && breaths.element,
  ];
}
