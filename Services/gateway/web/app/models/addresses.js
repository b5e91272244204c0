// Email addresses in pasted text: one per line, separated by commas, or as a mail program writes them.

const named = /<([^<>\n]*)>|([^\s,<>"']*@[^\s,<>"']*)/g;
const form = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/**
 * The addresses in `text`, in their order and each once, whatever its case: `{ address, isGood }`. A line
 * with `Name <address>` is read for its addresses alone. Elsewhere each word counts, if need be as a bad one.
 */
export function addressesIn(text) {
  const found = text.split(/[;\n\r]+/).flatMap((line) => line.includes("<")
    ? [...line.matchAll(named)].map(([, inside, bare]) => (inside ?? bare).trim())
    : line.split(/[\s,]+/)).filter(Boolean);
  const known = new Map();
  for (const address of found) {
    const key = address.toLowerCase();
    if (!known.has(key)) known.set(key, { address, isGood: form.test(address) });
  }
  return [...known.values()];
}
