// Files out of a ZIP archive (PKWARE's APPNOTE 6.3), such as an export of OneRoster. Nothing is trusted: each
// size is checked while a file is read.

const localHeader = 0x04034b50;
const entryHeader = 0x02014b50;
const endHeader = 0x06054b50;
/** The limit on a comment, behind which the end of an archive is looked for. */
const maxComment = 0xffff;
/** The limit on files in an archive; the rest is ignored. */
const maxEntries = 200;

/** True for the first bytes of an archive. */
export function isZip(bytes) {
  if (bytes.length < 22) return false;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === localHeader;
}

/**
 * The contents of the files with these names in lower case, in whichever folder of the archive. Null if it is
 * damaged, encrypted, or a file has more than `maxBytes`.
 */
export async function unzipped(bytes, names, maxBytes) {
  try {
    const wanted = entries(bytes).filter(({ name }) => names.includes(name));
    return await Promise.all(wanted.map((entry) => content(bytes, entry, maxBytes)));
  } catch (error) {
    // A RangeError from past the end, a TypeError from damaged data.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function entries(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  const last = Math.max(0, end - maxComment);
  while (end >= last && view.getUint32(end, true) !== endHeader) end -= 1;
  if (end < last) throw new RangeError("no end");
  const count = Math.min(view.getUint16(end + 10, true), maxEntries);
  const found = [];
  let place = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(place, true) !== entryHeader) throw new RangeError("no entry");
    const length = view.getUint16(place + 28, true);
    const path = new TextDecoder().decode(bytes.subarray(place + 46, place + 46 + length));
    found.push({
      name: path.split("/").pop().toLowerCase(), isEncrypted: (view.getUint16(place + 8, true) & 1) === 1,
      method: view.getUint16(place + 10, true), size: view.getUint32(place + 20, true),
      place: view.getUint32(place + 42, true),
    });
    place += 46 + length + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return found;
}

async function content(bytes, { isEncrypted, method, size, place }, maxBytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isEncrypted || view.getUint32(place, true) !== localHeader) throw new RangeError("not readable");
  const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
  if (start + size > bytes.length) throw new RangeError("past the end");
  const packed = new Blob([bytes.subarray(start, start + size)]).stream();
  if (method !== 0 && method !== 8) throw new RangeError("another method");
  const stream = method === 8 ? packed.pipeThrough(new DecompressionStream("deflate-raw")) : packed;
  const parts = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
