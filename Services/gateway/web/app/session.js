// Signing in and out, as pages see it: the frame does the rest.

let farewell = null;
let last = null;

/** A note for the person who has just signed out, or null. */
export function lastWords() {
  return farewell;
}

/** A session has ended, not by a sign-out of this window: of `person`, if that is known. */
export function ended(words, person = null) {
  farewell = words;
  last = person;
}

/** Somebody has signed in; goes to `next`, a path of this site. */
export function entered(next = "/") {
  farewell = null;
  last = null;
  dispatchEvent(new CustomEvent("quad-enter", { detail: next }));
}

/** After a sign-out. `words` stand on the sign-in page until the next sign-in. */
export function left(words = null) {
  ended(words);
  rememberInvited(null);
  dispatchEvent(new CustomEvent("quad-leave"));
}

/**
 * The page that `person` wanted before the sign-in; never another site's, nor the place that another left.
 */
export function wanted(person) {
  if (last && last !== person) return "/";
  const next = new URLSearchParams(location.search).get("next") ?? "/";
  return /^\/(?![/\\])/.test(next) ? next : "/";
}

/**
 * The room of a link that was followed (`/join#dorm/number/code`), or null. `isWished`: the room that was
 * named at sign-up, which is entered as soon as there is a session.
 */
export function invitedTo() {
  try {
    return JSON.parse(sessionStorage.getItem("quad.place"));
  } catch {
    return null;
  }
}

/** Keeps the room of a link while its reader signs up or in. */
export function rememberInvited(place) {
  try {
    if (place) sessionStorage.setItem("quad.place", JSON.stringify(place));
    else sessionStorage.removeItem("quad.place");
  } catch {
    // Storage is refused: the reader types the room.
  }
}
