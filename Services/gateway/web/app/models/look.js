// The look of an event: the emoji that draws it, and the color behind it.

import { colors, drawings, drawingWords, standardColors } from "./eventlooks.js";

/** The drawing of a new event until a person chooses one, as the site chooses it (Events.EventDrawing). */
export function drawingFor(title) {
  const found = title.normalize("NFC").toLowerCase().match(/[\p{Alphabetic}\p{M}\p{N}]+/gu) ?? [];
  const text = ` ${found.join(" ")} `;
  return drawingWords.find(([, parts]) => parts.some((part) => text.includes(part)))?.[0] ?? "party";
}

/** The drawing of an event. Its title decides for one that was kept by an older release. */
export function drawingOf({ drawing, title = "" }) {
  return Object.hasOwn(drawings, drawing ?? "") ? drawing : drawingFor(title);
}

/** The emoji of an event. */
export function signOf(event) {
  return drawings[drawingOf(event)];
}

/** The color of an event: the first one for an event that was kept by an older release. */
export function colorOf({ color }) {
  return colors.includes(color) ? color : standardColors[0];
}

/** A color for a new event. */
export function anyColor() {
  return standardColors[Math.floor(Math.random() * standardColors.length)];
}
