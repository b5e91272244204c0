// Sign-in and sign-out for pages. The frame does the rest.

let farewell = null;
let last = null;

/** The message for the sign-in page after a session has ended, or null. */
export function lastWords() {
  return farewell;
}

/**
 * Records the end of a session. `words` appear on the sign-in page, `person` is whose session it was, if
 * known.
 */
export function ended(words, person = null) {
  farewell = words;
  last = person;
}

/** Records a sign-in and goes to `next`, a path of this site. */
export function entered(next = "/") {
  farewell = null;
  last = null;
  dispatchEvent(new CustomEvent("quad-enter", { detail: next }));
}

/** Records a sign-out. `words` appear on the sign-in page until the next sign-in. */
export function left(words = null) {
  ended(words);
  rememberInvited(null);
  dispatchEvent(new CustomEvent("quad-leave"));
}

/**
 * The page that `person` requested before the sign-in. Never on another site, and never a page that another
 * person left.
 */
export function wanted(person) {
  if (last && last !== person) return "/";
  const next = new URLSearchParams(location.search).get("next") ?? "/";
  return /^\/(?![/\\])/.test(next) ? next : "/";
}

/**
 * The room from an invitation link (`/join#dorm/number/code`), or null. `isWished` marks the room named at
 * sign-up, which is joined as soon as there is a session.
 */
export function invitedTo() {
  try {
    return JSON.parse(sessionStorage.getItem("quad.place"));
  } catch {
    return null;
  }
}

/** Stores the room of a link until the person has signed up or in. */
export function rememberInvited(place) {
  try {
    if (place) sessionStorage.setItem("quad.place", JSON.stringify(place));
    else sessionStorage.removeItem("quad.place");
  } catch {
    // Storage is blocked: the person types the room.
  }
}
