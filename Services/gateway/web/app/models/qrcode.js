// A text as a QR code (ISO/IEC 18004): byte mode with error correction M, as the site's own codes. A screen
// whose code changes every few seconds draws each one itself.

/** Per version from 1: the words for error correction of a block, and the blocks as [count, data words]. */
const versions = [
  [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]], [16, [4, 27]], [18, [4, 31]],
  [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]],
];
/** The centers of the alignment patterns per version. */
const centers = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];
const masks = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => x * y % 2 + x * y % 3 === 0,
  (x, y) => (x * y % 2 + x * y % 3) % 2 === 0, (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

const powers = new Uint8Array(512);
const logs = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at += 1) {
  powers[at] = value;
  powers[at + 255] = value;
  logs[value] = at;
  value = value << 1 ^ (value & 128 ? 285 : 0);
}

/** The modules of a text: `{ size, rows }`, each row a text of 1 (dark) and 0. Null for a text too long. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versions.findIndex((_, at) => roomOf(at + 1) >= bytes.length) + 1;
  if (version === 0) return null;
  const words = woven(dataWords(bytes, version), version);
  const drawn = masks.map((_, mask) => draw(words, version, mask));
  const best = drawn.reduce((one, other) => penalty(other) < penalty(one) ? other : one);
  return { size: best.length, rows: best.map((row) => row.map(Number).join("")) };
}

function lengthBits(version) {
  return version < 10 ? 8 : 16;
}

function wordCount(version) {
  return versions[version - 1].slice(1).reduce((sum, [count, words]) => sum + count * words, 0);
}

function roomOf(version) {
  return Math.floor((wordCount(version) * 8 - 4 - lengthBits(version)) / 8);
}

function dataWords(bytes, version) {
  const bits = [];
  const add = (value, length) => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push(value >> at & 1);
  };
  const most = wordCount(version) * 8;
  add(4, 4);
  add(bytes.length, lengthBits(version));
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, most - bits.length));
  add(0, (8 - bits.length % 8) % 8);
  for (let pad = 236; bits.length < most; pad ^= 236 ^ 17) add(pad, 8);
  return Array.from({ length: most / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => word << 1 | bit, 0));
}

// The words of all blocks in turn, then those for error correction.
function woven(words, version) {
  const [checks, ...groups] = versions[version - 1];
  const divisor = divisorOf(checks);
  const blocks = [];
  let from = 0;
  for (const [count, length] of groups) {
    for (let block = 0; block < count; block += 1) {
      blocks.push(words.slice(from, from + length));
      from += length;
    }
  }
  const corrections = blocks.map((block) => remainder(block, divisor));
  return [...inTurn(blocks), ...inTurn(corrections)];
}

function inTurn(blocks) {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => blocks.map((block) => block[at]))
    .flat().filter((word) => word !== undefined);
}

function divisorOf(degree) {
  const result = new Array(degree).fill(0);
  result[degree - 1] = 1;
  for (let turn = 0; turn < degree; turn += 1) {
    for (let at = 0; at < degree; at += 1) {
      result[at] = product(result[at], powers[turn]) ^ (result[at + 1] ?? 0);
    }
  }
  return result;
}

function remainder(words, divisor) {
  const result = new Array(divisor.length).fill(0);
  for (const word of words) {
    const factor = word ^ result.shift();
    result.push(0);
    divisor.forEach((value, at) => { result[at] ^= product(value, factor); });
  }
  return result;
}

function product(one, other) {
  return one === 0 || other === 0 ? 0 : powers[logs[one] + logs[other]];
}

function draw(words, version, mask) {
  const size = version * 4 + 17;
  const rows = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (x, y, isDark) => {
    if (rows[y]?.[x] !== undefined) rows[y][x] = Boolean(isDark);
  };
  drawPatterns(set, rows, version, size);
  drawFormat(set, mask, size);
  if (version >= 7) drawVersion(set, version, size);
  drawWords(rows, words, mask, size);
  return rows;
}

function drawPatterns(set, rows, version, size) {
  for (const [left, top] of [[0, 0], [size - 7, 0], [0, size - 7]]) {
    square(set, left + 3, top + 3, 4, (ring) => ring !== 2 && ring !== 4);
  }
  const lines = centers[version - 1];
  const last = lines.length - 1;
  lines.forEach((x, column) => lines.forEach((y, row) => {
    const isCorner = (column === 0 && (row === 0 || row === last)) || (column === last && row === 0);
    if (!isCorner) square(set, x, y, 2, (ring) => ring !== 1);
  }));
  for (let at = 8; at < size - 8; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
}

function square(set, x, y, radius, isDark) {
  for (let down = -radius; down <= radius; down += 1) {
    for (let across = -radius; across <= radius; across += 1) {
      set(x + across, y + down, isDark(Math.max(Math.abs(across), Math.abs(down))));
    }
  }
}

// Error correction M has the bits 00.
function drawFormat(set, mask, size) {
  let rest = mask;
  for (let turn = 0; turn < 10; turn += 1) rest = rest << 1 ^ (rest >> 9) * 1335;
  const bits = (mask << 10 | rest) ^ 21_522;
  const bit = (at) => bits >> at & 1;
  for (let at = 0; at < 6; at += 1) set(8, at, bit(at));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let at = 9; at < 15; at += 1) set(14 - at, 8, bit(at));
  for (let at = 0; at < 8; at += 1) set(size - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at += 1) set(8, size - 15 + at, bit(at));
  set(8, size - 8, true);
}

function drawVersion(set, version, size) {
  let rest = version;
  for (let turn = 0; turn < 12; turn += 1) rest = rest << 1 ^ (rest >> 11) * 7973;
  const bits = version << 12 | rest;
  for (let at = 0; at < 18; at += 1) {
    const [far, near] = [size - 11 + at % 3, Math.floor(at / 3)];
    set(far, near, bits >> at & 1);
    set(near, far, bits >> at & 1);
  }
}

// In columns of two from the right, up and down in turn.
function drawWords(rows, words, mask, size) {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const isUp = (right + 1 & 2) === 0;
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue;
        const bit = at < words.length * 8 && words[at >> 3] >> 7 - (at & 7) & 1;
        rows[y][x] = Boolean(bit) !== masks[mask](x, y);
        at += 1;
      }
    }
  }
}

function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += [...text.matchAll(/(?=10111010000|00001011101)/g)].length * 40;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const isSame = [rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]].every((one) => one === rows[y][x]);
      if (isSame) sum += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / size ** 2;
  return sum + Math.floor(Math.abs(dark * 20 - 10)) * 10;
}
