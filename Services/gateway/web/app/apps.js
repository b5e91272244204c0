// The apps that the site runs, and the places of the frame that they fill.

/** The key in `localStorage`, so that the frame is right even if the page is an older one. */
const key = "quad.apps";

/** The apps of a site that doesn't list them. */
const usual = ["room", "events", "school", "courses", "aid"];

/**
 * The places of the frame in their order: the address of each, and the apps of which one is enough. Before
 * them is Today, which a site with a single place doesn't need.
 */
const places = {
  room: ["/room", ["room"]],
  events: ["/events", ["events"]],
  school: ["/school", ["courses", "school"]],
};
/** The number of places from which on Today joins them. */
const minForToday = 2;
/** The number of places up to which a phone's tabs also have the parts of the room. */
const maxBesideParts = 2;

let known = atStart();

/** Stores the apps from the site's reply, for now and for the next start. */
export function setApps(apps) {
  known = isList(apps) ? apps : usual;
  try {
    localStorage.setItem(key, JSON.stringify(known));
  } catch {
    // Storage is blocked: the next start assumes the usual apps until the site replies.
  }
}

/** True if the site runs this app: `room`, `events`, `school`, `courses` or `aid`. */
export function runs(app) {
  return known.includes(app);
}

/** True if the frame has this place: `today`, `room`, `events` or `school`. */
export function hasPlace(place) {
  if (place === "today") return others().length >= minForToday;
  return Object.hasOwn(places, place) && places[place][1].some(runs);
}

/** The address of the first page: the first place, or the inbox where there is none. */
export function firstPage() {
  return hasPlace("today") ? "/" : places[others()[0]]?.[0] ?? "/inbox";
}

/** True if the places leave room for their parts on a phone's tabs. */
export function hasParts() {
  return others().length + Number(hasPlace("today")) <= maxBesideParts;
}

function others() {
  return Object.keys(places).filter(hasPlace);
}

// The gateway names the apps in the page. A service worker may have an older page than the site's last reply.
function atStart() {
  const [page, reply] = [named(), stored()];
  return (navigator.serviceWorker?.controller ? reply ?? page : page ?? reply) ?? usual;
}

function named() {
  const names = document.querySelector('meta[name="quad-apps"]')?.content.split(" ").filter(Boolean) ?? [];
  return names.length > 0 ? names : null;
}

function stored() {
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return isList(value) ? value : null;
  } catch {
    return null;
  }
}

function isList(value) {
  return Array.isArray(value) && value.every((app) => typeof app === "string");
}
