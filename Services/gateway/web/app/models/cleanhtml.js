// The text of news in its few tags, as the site cleans it, read without the browser's own parser: whatever is
// not one of these tags stays text or is left out.

const tags = new Set(["p", "br", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "h3", "a"]);
const named = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: "\u00a0" };
/** The limits on the parts of a text and on how deep they are nested. */
const maxParts = 5000;
const maxDepth = 20;
const part = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]*)>|<[^<>]*>|([^<]+|<)/g;

/** The parts of a text: strings, and `{ tag, href, children }`, with `href` for an address of the web. */
export function partsOf(html) {
  const root = { tag: null, children: [] };
  const open = [root];
  let count = 0;
  for (const [, isEnd, name, rest, text] of html.matchAll(part)) {
    count += 1;
    if (count > maxParts) break;
    if (text !== undefined) open.at(-1).children.push(unescaped(text));
    else if (name && tags.has(name.toLowerCase())) step(open, name.toLowerCase(), Boolean(isEnd), rest);
  }
  return root.children;
}

function step(open, tag, isEnd, rest) {
  if (isEnd) {
    const at = open.findLastIndex((one) => one.tag === tag);
    if (at > 0) open.length = at;
    return;
  }
  const made = { tag, href: tag === "a" ? addressIn(rest) : null, children: [] };
  open.at(-1).children.push(made);
  if (tag !== "br" && open.length <= maxDepth) open.push(made);
}

function addressIn(rest) {
  const found = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(rest);
  return found ? webAddress(unescaped(found[1] ?? found[2])) : null;
}

/** The address if it is one of the web, or null. */
export function webAddress(text) {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}

function unescaped(text) {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, number, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? whole;
    const code = number ? Number(number) : parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "\ufffd";
  });
}
