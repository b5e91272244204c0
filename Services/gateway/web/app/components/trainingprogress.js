// A person's training: on the site for those who are signed in, on the device for everyone else.

import { Problem, get, send } from "../api.js";
import { storedProgress, toCarryOver, withUnsent } from "../models/training.js";
import { sendOrKeep, waiting } from "../offline/outbox.js";
import { seemsSignedIn } from "../state.js";

const key = "quad.training";
const path = "/v1/me/training";
/** The progress of a device whose storage is blocked, until the page is closed. */
let inMemory = null;

/** The person's progress: `steps`, `last`, and for the signed-in `passed`, `refresh` and the choices. */
export async function loadProgress() {
  if (!seemsSignedIn()) return ownProgress();
  const progress = await get(path);
  return withUnsent(await carriedOver(progress), waiting());
}

/** Gives the account what was learned on this device before the sign-in. */
export async function carryOver() {
  if (hasOwn()) await carriedOver(await get(path));
}

// One tab at a time: a quiz sent twice would count twice.
async function carriedOver(progress) {
  if (!hasOwn()) return progress;
  const take = async () => {
    const { steps, answers } = toCarryOver(ownProgress(), progress);
    for (const step of steps) await unlessGone(send("PUT", `${path}/steps/${encodeURIComponent(step)}`));
    if (answers) await unlessGone(send("POST", `${path}/quizzes`, { answers }));
    keep(null);
    return steps.length > 0 || answers ? get(path) : progress;
  };
  try {
    return await (navigator.locks?.request("quad.training", () => hasOwn() ? take() : get(path)) ?? take());
  } catch (problem) {
    // It stays on the device until the next time.
    if (!(problem instanceof Problem)) throw problem;
    return progress;
  }
}

// The guide may have other steps and questions by now.
async function unlessGone(sent) {
  try {
    await sent;
  } catch (problem) {
    if (!(problem instanceof Problem) || ![404, 409, 422].includes(problem.status)) throw problem;
  }
}

/** Records that a step of the training was gone through. */
export async function recordStep({ id }, title) {
  if (seemsSignedIn()) {
    await sendOrKeep("PUT", `${path}/steps/${encodeURIComponent(id)}`, undefined,
      { kind: "training.step", step: id, title });
    return;
  }
  const own = ownProgress();
  if (!own.steps.includes(id)) keep({ ...own, steps: [...own.steps, id] });
}

/**
 * Records the answers of a quiz, with their `result` on this device. Returns the person's training, or null
 * if it is sent later.
 */
export async function recordQuiz(answers, { right, questions, isPassed }) {
  const list = Object.entries(answers).map(([question, option]) => ({ question, option }));
  if (!seemsSignedIn()) {
    const own = { ...ownProgress(), last: { at: Date.now(), right, questions, isPassed, answers: list } };
    keep(own);
    return own;
  }
  const { reply } = await sendOrKeep("POST", `${path}/quizzes`, { answers: list }, { kind: "training.quiz" });
  return reply ?? null;
}

/** Changes what the person's training is used for. */
export function changeChoice(name, isOn) {
  return send("PATCH", path, { [name]: isOn });
}

function hasOwn() {
  const { steps, last } = ownProgress();
  return steps.length > 0 || last !== null;
}

function ownProgress() {
  try {
    return storedProgress(localStorage.getItem(key));
  } catch {
    return inMemory ?? storedProgress(null);
  }
}

function keep(progress) {
  inMemory = progress;
  try {
    if (progress) localStorage.setItem(key, JSON.stringify(progress));
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the progress lasts until the page is closed.
  }
}
