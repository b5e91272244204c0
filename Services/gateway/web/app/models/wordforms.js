// Comparing texts as a search does: by words, without case and accents, and with one typing error. The same
// rules as in Shared/Schema/Search/WordForms.swift; both run word_vectors.json.

const maxWords = 200;
const maxLength = 32;
const minNear = 4;

const apart = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ",
};
const ofWord = /[\p{Alphabetic}\p{N}]/u;
const mark = /\p{Mn}/u;

/** The words of a text, each once, in the form in which words are compared. */
export function wordsOf(text, limit = maxWords) {
  const found = new Set();
  let word = "";
  let length = 0;
  const end = () => {
    if (word && found.size < limit) found.add(word);
    word = "";
    length = 0;
  };
  for (const letter of text.normalize("NFD")) {
    if (mark.test(letter)) continue;
    if (!ofWord.test(letter)) {
      end();
      continue;
    }
    if (length >= maxLength) continue;
    length += 1;
    for (const small of letter.toLowerCase()) if (!mark.test(small)) word += apart[small] ?? small;
  }
  end();
  return [...found];
}

/**
 * True if a word becomes the other, or the beginning of the other, by one typing error: a letter too many,
 * one missing, a wrong one, or two neighbors swapped.
 */
export function isNear(typed, word) {
  const wanted = [...typed];
  if (wanted.length < minNear) return false;
  const found = [...word].slice(0, wanted.length + 1);
  let at = 0;
  while (at < wanted.length && at < found.length && wanted[at] === found[at]) at += 1;
  const begins = (from, skipped) =>
    wanted.slice(at + skipped).every((letter, offset) => letter === found[from + offset]);
  return begins(at, 1) || begins(at + 1, 0) || begins(at + 1, 1)
    || (wanted.length >= at + 2 && wanted[at] === found[at + 1] && wanted[at + 1] === found[at]
      && begins(at + 2, 2));
}

/**
 * The items whose texts have each word of the query, best first: whole words before beginnings, the first
 * text before the others. Without any, words may have a typing error.
 */
export function matching(query, items, textsOf) {
  const words = wordsOf(query, 8);
  if (words.length === 0) return [];
  const indexed = items.map((item) => ({ item, texts: textsOf(item).map((text) => wordsOf(text ?? "")) }));
  for (const isLoose of [false, true]) {
    const found = [];
    for (const { item, texts } of indexed) {
      let rank = 0;
      for (const word of words) {
        rank += Math.min(...texts.map((text, place) => rankIn(word, text, isLoose) + Math.min(place, 1)));
      }
      if (rank < Infinity) found.push({ item, rank });
    }
    if (found.length > 0) return found.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
  }
  return [];
}

function rankIn(word, text, isLoose) {
  if (text.includes(word)) return 0;
  if (text.some((one) => one.startsWith(word))) return 1;
  return isLoose && text.some((one) => isNear(word, one)) ? 3 : Infinity;
}
