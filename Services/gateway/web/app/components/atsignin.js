// After a sign-in: the device's time zone, and what was learned on it before.

import { takeZoneAtSignIn } from "./ownzone.js";
import { carryOver } from "./trainingprogress.js";
import { Problem } from "../api.js";
import { runs } from "../apps.js";

export async function finishSignIn() {
  await Promise.all([takeZoneAtSignIn(), runs("aid") && keptForLater(carryOver())]);
}

// The training's pages try again.
async function keptForLater(sent) {
  try {
    await sent;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
  }
}
