// The text of a chosen file, such as a class list, and the sums of its import.

/** Decodes UTF-8, UTF-16 with a byte order mark, or else windows-1252. `bytes` is a Uint8Array. */
export function decodedText(bytes) {
  const mark = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2).join()];
  if (mark) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The number of people that an import changes anything for. */
export function changes({ added, expected, changed }) {
  return added + expected + changed;
}
