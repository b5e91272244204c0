// A person's training: on the site for those who are signed in, on the device for everyone else.

import { get, send } from "../api.js";
import { storedProgress, withUnsent } from "../models/training.js";
import { sendOrKeep, waiting } from "../offline/outbox.js";
import { seemsSignedIn } from "../state.js";

const key = "quad.training";
const path = "/v1/me/training";
/** The progress of a device whose storage is blocked, until the page is closed. */
let inMemory = null;

/** The person's progress: `steps`, `last`, and for the signed-in `passed`, `refresh` and the choices. */
export async function loadProgress() {
  return seemsSignedIn() ? withUnsent(await get(path), waiting()) : ownProgress();
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
  if (!seemsSignedIn()) {
    const own = { ...ownProgress(), last: { at: Date.now(), right, questions, isPassed } };
    keep(own);
    return own;
  }
  const list = Object.entries(answers).map(([question, option]) => ({ question, option }));
  const { reply } = await sendOrKeep("POST", `${path}/quizzes`, { answers: list }, { kind: "training.quiz" });
  return reply ?? null;
}

/** Changes what the person's training is used for. */
export function changeChoice(name, isOn) {
  return send("PATCH", path, { [name]: isOn });
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
    localStorage.setItem(key, JSON.stringify(progress));
  } catch {
    // Storage is blocked: the progress lasts until the page is closed.
  }
}
