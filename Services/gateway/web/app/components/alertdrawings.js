// Drawings for the notification pages: a sleeping bell, a gauge, a 24-hour ring.

import { svg } from "../dom.js";
import { language } from "../words/words.js";

const number = new Intl.NumberFormat(language);
/** The geometry of the 24-hour ring, in units of its viewBox. */
const centre = 100;
const radius = 72;
const aDay = 1440;

/** The drawing for an empty inbox. The text next to it says the same. */
export function sleepingBell() {
  return svg("svg", { class: "sleeping-bell", viewBox: "0 0 200 140", "aria-hidden": "true" },
    svg("circle", { class: "bell-moon", cx: 100, cy: 72, r: 60 }),
    svg("path", {
      class: "bell-body",
      d: "M64 96c8-6 10-14 10-28a26 26 0 0 1 52 0c0 14 2 22 10 28a4 4 0 0 1-2.4 7.2H66.4A4 4 0 0 1 64 96z",
    }),
    svg("path", { class: "bell-line", d: "M100 42v-7M90 110a10.5 10.5 0 0 0 20 0" }),
    svg("path", { class: "bell-line", d: "M84 77q4 5 8 0M108 77q4 5 8 0" }),
    svg("path", { class: "bell-sleep", d: "M139 52h10l-10 12h10M154 28h13l-13 16h13" }));
}

/** A gauge of used capacity: an arc over a number. The text next to it says the same. */
export function gauge({ value, most, label, below }) {
  const length = Math.PI * 80;
  const share = Math.min(1, value / most);
  const arc = { d: "M20 100a80 80 0 0 1 160 0", fill: "none" };
  return svg("svg", { class: "gauge", viewBox: "0 0 200 118", role: "img", "aria-label": label },
    svg("path", { ...arc, class: "gauge-rail" }),
    value > 0 && svg("path", {
      ...arc, class: value >= most ? "gauge-fill is-full" : "gauge-fill",
      "stroke-dasharray": `${Math.max(share * length, 0.1)} ${length + 40}`,
    }),
    svg("text", { class: "gauge-value", x: 100, y: 88, "text-anchor": "middle" }, number.format(value)),
    svg("text", { class: "gauge-below", x: 100, y: 108, "text-anchor": "middle" }, below));
}

/**
 * A 24-hour ring with midnight at the top. `quiet` is `[from, to]` in minutes; `digest` and `now` are
 * minutes. Null leaves a part out. `label` describes the ring in words.
 */
export function dayRing({ quiet, digest, now, label }) {
  const hours = Array.from({ length: 24 }, (_, hour) => svg("path", {
    class: hour % 6 === 0 ? "ring-hour is-quarter" : "ring-hour",
    d: `M${point(hour * 60, 54)}L${point(hour * 60, hour % 6 === 0 ? 47 : 51)}`,
  }));
  const names = [0, 6, 12, 18].map((hour) => {
    const [x, y] = place(hour * 60, 37);
    return svg("text", { class: "ring-name", x, y: y + 4, "text-anchor": "middle" }, number.format(hour));
  });
  return svg("svg", { class: "day-ring", viewBox: "0 0 200 200", role: "img", "aria-label": label },
    svg("circle", { class: "ring-rail", cx: centre, cy: centre, r: radius }),
    quiet && svg("path", { class: "ring-quiet", d: arc(...quiet) }),
    hours, names,
    now !== null && svg("path", { class: "ring-now", d: `M${point(now, 55)}L${point(now, 92)}` }),
    digest !== null && svg("circle", { class: "ring-digest", cx: place(digest, radius)[0],
      cy: place(digest, radius)[1], r: 7 }));
}

function arc(from, to) {
  const length = (to - from + aDay) % aDay;
  return `M${point(from, radius)}A${radius} ${radius} 0 ${length > aDay / 2 ? 1 : 0} 1 ${point(to, radius)}`;
}

function place(minutes, away) {
  const turn = minutes / aDay * 2 * Math.PI - Math.PI / 2;
  return [Math.cos(turn), Math.sin(turn)].map((part) => Math.round((centre + away * part) * 10) / 10);
}

function point(minutes, away) {
  return place(minutes, away).join(" ");
}
