// The initials of a person and the color behind them.

/** The colors that a person can choose, in the order that picks one for an id (Auth.ProfileColor). */
export const personColors = ["red", "orange", "amber", "green", "teal", "blue", "indigo", "purple", "pink",
  "gray"];

const cased = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
// Letters that change their shape beside another one.
const joining = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;
const noJoin = "\u200c";

/** The chosen color. Without one, or with one of a newer release, the last byte of the id picks it. */
export function colorOf({ id, color }) {
  if (personColors.includes(color)) return color;
  const byte = Number.parseInt(String(id ?? "").slice(-2), 16);
  return personColors[(byte || 0) % personColors.length];
}

/** The first characters of both names as a reader counts them, one if there is only one name. */
export function initialsOf({ firstName, lastName }) {
  const letters = [firstName, lastName].map(initial).filter(Boolean);
  return letters.join(letters.some((letter) => joining.test(letter)) ? noJoin : "");
}

// The first letter or digit with its marks. A name without any, such as one of emoji, begins with its first
// character.
function initial(name) {
  const all = characters((name ?? "").trim());
  const first = all.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? all[0] ?? "";
  const upper = cased.test(first) ? first.toUpperCase() : first;
  return characters(upper).length === 1 ? upper : first;
}

function characters(text) {
  // Names have at most 60 characters, so nothing long is split.
  if (typeof Intl.Segmenter !== "function") return [...text];
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
