// Gives a profile without a time zone this device's zone, which quiet hours and all-day events then use.

import { Problem, send } from "../api.js";
import { deviceZone } from "../models/zonetime.js";
import { state, update } from "../state.js";
import { words } from "../words/words.js";
import { placeOfZone } from "./eventparts.js";
import { complain, toast, whenCalm } from "./toast.js";

/** The flag set when the person undoes the change, so that later sign-ins on this device don't repeat it. */
const flag = "quad.ownZone";
/** The time for which the change can be undone (ms). */
const undoStays = 10_000;

/** True if the profile has no time zone and this device has one. */
export function canTakeZone() {
  return Boolean(state.me) && !state.me.zone && !/^(Etc\/)?UTC$/.test(deviceZone);
}

/** Sets the profile's zone to this device's. */
export async function takeZone() {
  await setZone(deviceZone);
  decline(false);
}

/** After a sign-in: sets the zone of a profile without one, with a toast. */
export async function takeZoneAtSignIn() {
  if (!canTakeZone() || isDeclined()) return;
  try {
    await setZone(deviceZone);
  } catch (problem) {
    // The person didn't start this, so a failure is not shown. The next sign-in tries again, and the settings
    // offer it.
    if (problem instanceof Problem) return;
    throw problem;
  }
  whenCalm(() => toast(words.ownZone.taken(placeOfZone(deviceZone)), takeBack, undoStays));
}

async function takeBack() {
  try {
    await setZone(null);
    decline(true);
    toast(words.ownZone.takenBack);
  } catch (problem) {
    complain(problem);
  }
}

async function setZone(zone) {
  update({ me: await send("PATCH", "/v1/me", { version: state.me.version, zone }) });
}

function isDeclined() {
  try {
    return localStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

function decline(isDeclined) {
  try {
    if (isDeclined) localStorage.setItem(flag, "declined");
    else localStorage.removeItem(flag);
  } catch {
    // Storage is blocked: the next sign-in sets the zone again.
  }
}
