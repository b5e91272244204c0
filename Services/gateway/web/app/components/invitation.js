// The link of a room code: /join#dorm/number/code. What stands behind # never reaches the site's logs.

/** A link is longer than this only if it is no link of ours. */
const longest = 300;

/** The room and code that stand behind the # of such a link, or null. */
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

/** The address within the client for what a camera read, or null where it is no room code. */
export function pathOfLink(text) {
  try {
    const { pathname, hash } = new URL(text);
    return pathname === "/join" && placeIn(hash) ? `/join${hash}` : null;
  } catch {
    return null;
  }
}
