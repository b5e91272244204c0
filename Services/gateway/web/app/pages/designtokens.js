// The style sheet's tokens as shown on /design, and the color pairs with a required contrast.

/** Colors by purpose. */
export const colours = {
  surfaces: ["ground", "card", "sunk", "line", "field-line"],
  text: ["ink", "quiet", "accent"],
  indigo: ["accent-soft", "button", "button-near", "on-button", "banner", "banner-end", "on-banner"],
  meaning: ["red", "red-soft", "on-red", "amber-soft", "amber-ink", "green-soft", "green-ink"],
  notes: ["note", "on-note", "on-note-accent", "backdrop"],
  charts: ["chart-1", "chart-2", "chart-3", "chart-4"],
  skies: ["sky-indigo", "sky-teal", "sky-purple", "sky-orange", "sky-green", "sky-blue", "sky-red",
    "sky-gray"],
  people: ["on-person", "person-red", "person-orange", "person-amber", "person-green", "person-teal",
    "person-blue", "person-indigo", "person-purple", "person-pink", "person-gray"],
};

/** Text on its background, with a contrast of at least 4.5 to 1. */
export const textPairs = [
  ["ink", "ground"], ["ink", "card"], ["ink", "sunk"],
  ["quiet", "ground"], ["quiet", "card"], ["quiet", "sunk"],
  ["accent", "ground"], ["accent", "card"], ["accent", "accent-soft"],
  ["on-button", "button"], ["on-button", "button-near"], ["on-banner", "banner"], ["on-banner", "banner-end"],
  ["red", "ground"], ["red", "card"], ["red", "red-soft"], ["on-red", "red"],
  ["amber-ink", "amber-soft"], ["green-ink", "green-soft"],
  ["on-note", "note"], ["on-note-accent", "note"],
  ["on-banner", "sky-indigo"], ["on-banner", "sky-indigo-end"], ["on-banner", "sky-teal"],
  ["on-banner", "sky-teal-end"], ["on-banner", "sky-purple"], ["on-banner", "sky-purple-end"],
  ["on-banner", "sky-orange"], ["on-banner", "sky-orange-end"], ["on-banner", "sky-green"],
  ["on-banner", "sky-green-end"], ["on-banner", "sky-blue"], ["on-banner", "sky-blue-end"],
  ["on-banner", "sky-red"], ["on-banner", "sky-red-end"], ["on-banner", "sky-gray"],
  ["on-banner", "sky-gray-end"],
  ["on-person", "person-red"], ["on-person", "person-orange"], ["on-person", "person-amber"],
  ["on-person", "person-green"], ["on-person", "person-teal"], ["on-person", "person-blue"],
  ["on-person", "person-indigo"], ["on-person", "person-purple"], ["on-person", "person-pink"],
  ["on-person", "person-gray"],
];

/** Edges of controls, focus rings, icons and drawings, with a contrast of at least 3 to 1. */
export const edgePairs = [
  ["field-line", "card"], ["field-line", "ground"], ["field-line", "sunk"], ["on-button", "field-line"],
  ["accent", "sunk"], ["button", "card"], ["button", "ground"],
  ["chart-1", "card"], ["chart-2", "card"], ["chart-3", "card"], ["chart-4", "card"],
  ["chart-1", "sunk"], ["chart-2", "sunk"], ["chart-3", "sunk"], ["chart-4", "sunk"],
];

/** Spacing, and text sizes with their weights. */
export const spaces = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];
export const rounds = ["round-small", "round", "round-large", "round-full"];
export const types = [["display", 700], ["title", 700], ["text-large", 600], ["text", 400],
  ["text-small", 400], ["text-tiny", 600]];
export const motions = ["fast", "calm", "slow"];
