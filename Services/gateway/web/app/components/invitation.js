// Room code links: /join#dorm/number/code. The part after # never reaches the site's logs.

/** The limit on the length of a link. Room code links are shorter. */
const longest = 300;

/** The room and the code after the # of a link, or null. */
export function placeIn(hash) {
  const parts = hash.slice(1).split("/");
  if (parts.length !== 3 || hash.length > longest) return null;
  try {
    const [dorm, number, code] = parts.map(decodeURIComponent);
    return dorm && number && code ? { dorm, number, code } : null;
  } catch {
    return null;
  }
}

/** The path in the client for a scanned text, or null if it is not a room code link. */
export function pathOfLink(text) {
  try {
    const { pathname, hash } = new URL(text);
    return pathname === "/join" && placeIn(hash) ? `/join${hash}` : null;
  } catch {
    return null;
  }
}
