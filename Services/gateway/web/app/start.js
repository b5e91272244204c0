// The first script of the page: the theme before the first paint, the words of the language, and the requests
// that a visit begins with.

import "./scheme.js";
import { hasPlace, runs } from "./apps.js";
import { askEarly } from "./early.js";
import { watchLoading } from "./lost.js";
import { filesOf } from "./words/areas.js";
import { languageCode } from "./words/language.js";

/** What the cards of Today ask for, and those of a room. */
const today = ["/v1/inbox?limit=1"];
const ofEvents = "/v1/events?limit=5";
const ofCourses = "/v1/courses?limit=100";
const ofRoom = ["/v1/tasks?limit=100", "/v1/messages?limit=1"];

function seemsSignedIn() {
  try {
    return localStorage.getItem("quad.signedIn") === "yes";
  } catch {
    return false;
  }
}

async function begin() {
  const isToday = location.pathname === "/" && hasPlace("today");
  askEarly("/v1/me");
  const home = hasPlace("room") ? askEarly("/v1/home") : null;
  if (!isToday) return;
  for (const path of today) askEarly(path);
  if (hasPlace("events")) askEarly(ofEvents);
  if (runs("courses")) askEarly(ofCourses);
  try {
    const response = await home;
    if (response?.ok && (await response.clone().json()).room) for (const path of ofRoom) askEarly(path);
  } catch {
    // The client asks again and reports it.
  }
}

watchLoading();
// The frame waits for its words, which depend on the language.
for (const href of filesOf(languageCode, "first")) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
if (seemsSignedIn()) begin();
