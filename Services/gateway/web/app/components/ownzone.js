// A profile without a time zone takes this device's: quiet hours and all-day events then follow its clock.

import { Problem, send } from "../api.js";
import { deviceZone } from "../models/zonetime.js";
import { state, update } from "../state.js";
import { words } from "../words/words.js";
import { placeOfZone } from "./eventparts.js";
import { complain, toast, whenCalm } from "./toast.js";

/** Set where somebody took the zone back: a sign-in on this device does not take it again. */
const flag = "quad.ownZone";
/** Time to look at what was taken, and to take it back (ms). */
const undoStays = 10_000;

/** True if the profile has no time zone and this device knows one. */
export function canTakeZone() {
  return Boolean(state.me) && !state.me.zone && !/^(Etc\/)?UTC$/.test(deviceZone);
}

/** Puts this device's zone into the profile. */
export async function takeZone() {
  await setZone(deviceZone);
  decline(false);
}

/** After a sign-in: takes the zone where there is none, and says so. */
export async function takeZoneAtSignIn() {
  if (!canTakeZone() || isDeclined()) return;
  try {
    await setZone(deviceZone);
  } catch (problem) {
    // Nobody has asked for it: the next sign-in tries again, and the settings offer it meanwhile.
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
    // Storage is refused: the next sign-in takes the zone again.
  }
}
