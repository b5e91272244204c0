// Comparing texts as a search does: by words, without case and accents, and with one typing error. The same
// rules as in Shared/Schema/Search/WordForms.swift; both run word_vectors.json.

const maxWords = 200;
const maxLength = 32;
const minNear = 4;
const minNearBeginning = 6;

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
 * True if a word becomes the other by one typing error: a letter too many, one missing, a wrong one, or two
 * neighbors swapped. A long one may become the beginning of the other.
 */
export function isNear(typed, word) {
  const wanted = [...typed];
  if (wanted.length < minNear) return false;
  const isBeginning = wanted.length >= minNearBeginning;
  const found = [...word];
  if (!isBeginning && found.length > wanted.length + 1) return false;
  let at = 0;
  while (at < wanted.length && at < found.length && wanted[at] === found[at]) at += 1;
  const follows = (skipped, typedOn) => {
    const [left, start] = [found.slice(at + skipped), wanted.slice(at + typedOn)];
    return (isBeginning || left.length === start.length) && start.every((letter, n) => letter === left[n]);
  };
  return follows(0, 1) || follows(1, 0) || follows(1, 1)
    || (wanted.length >= at + 2 && wanted[at] === found[at + 1] && wanted[at + 1] === found[at]
      && follows(2, 2));
}

/**
 * The items whose texts have each word of the query, best first, as `{ items, isNear }`: whole words before
 * beginnings, the first text before the others. Without any, words may have a typing error (`isNear`).
 */
export function matching(query, items, textsOf) {
  const words = wordsOf(query, 8);
  const indexed = items.map((item) => ({ item, texts: textsOf(item).map((text) => wordsOf(text ?? "")) }));
  for (const isNear of words.length ? [false, true] : []) {
    const found = [];
    for (const { item, texts } of indexed) {
      let rank = 0;
      for (const word of words) {
        rank += Math.min(...texts.map((text, place) => rankIn(word, text, isNear) + Math.min(place, 1)));
      }
      if (rank < Infinity) found.push({ item, rank });
    }
    found.sort((one, other) => one.rank - other.rank);
    if (found.length > 0) return { items: found.map(({ item }) => item), isNear };
  }
  return { items: [], isNear: false };
}

function rankIn(word, text, isTypo) {
  if (text.includes(word)) return 0;
  if (text.some((one) => one.startsWith(word))) return 1;
  return isTypo && text.some((one) => isNear(word, one)) ? 3 : Infinity;
}
