// A training's progress and quiz, without a document.

/** The number of wrong answers with which a quiz is still passed. */
const mayMiss = 1;

/** The steps that were gone through, in the order of the topic. */
export function stepsDone(topic, progress) {
  return topic.steps.filter(({ id }) => progress.steps.includes(id));
}

/** The index of the first step that was not gone through; 0 if all were. */
export function nextStep(topic, progress) {
  return Math.max(0, topic.steps.findIndex(({ id }) => !progress.steps.includes(id)));
}

/** The result of answers, as indexes by the question's id: `{ right, questions, isPassed, missed }`. */
export function scored(quiz, answers) {
  const missed = quiz.filter(({ id, answer }) => answers[id] !== answer);
  const right = quiz.length - missed.length;
  return { right, questions: quiz.length, isPassed: quiz.length > 0 && missed.length <= mayMiss, missed };
}

/** The progress with unsent steps and quizzes of this device added. `changes` are those of the outbox. */
export function withUnsent(progress, changes) {
  const steps = changes.filter(({ what }) => what.kind === "training.step").map(({ what }) => what.step);
  return { ...progress, steps: [...new Set([...progress.steps, ...steps])] };
}

/**
 * What a device has and the account lacks: `steps`, and the `answers` of a quiz if it is newer than the
 * account's or was passed and the account's was not; otherwise null.
 */
export function toCarryOver(own, progress) {
  const steps = own.steps.filter((step) => !progress.steps.includes(step));
  const last = own.last?.answers ? own.last : null;
  const theirs = progress.last ?? null;
  const isBetter = last && (!theirs || (progress.passed ? last.isPassed && last.at > Date.parse(theirs.at)
    : last.isPassed || last.at > Date.parse(theirs.at)));
  return { steps, answers: isBetter ? last.answers : null };
}

/** The progress stored on a device without a sign-in; empty if the text is not one. */
export function storedProgress(text) {
  const none = { steps: [], last: null };
  try {
    const found = JSON.parse(text);
    const isList = Array.isArray(found?.steps) && found.steps.every((step) => typeof step === "string");
    if (!isList) return none;
    const { at, right, questions, answers } = found.last ?? {};
    const isQuiz = [at, right, questions].every(Number.isFinite);
    const last = isQuiz ? { at, right, questions, isPassed: questions - right <= mayMiss,
      ...(Array.isArray(answers) && { answers }) } : null;
    return { steps: found.steps, last };
  } catch {
    return none;
  }
}

/** The guidelines of facts, each once. */
export function guidelinesOf(facts) {
  return [...new Set(facts.map(({ guideline }) => guideline))];
}
