// A snapshot of a countdown as a picture: exactly what the page shows, and nothing else of the event.

import { h } from "../dom.js";
import { colorOf, signOf } from "../models/look.js";
import { countdownPhrase, direction, grouped, words } from "../words/words.js";
import { photoOf, whenOf } from "./eventparts.js";

/** The size of link previews (px). */
const width = 1200;
const height = 630;
const edge = 72;
const face = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const shown = ["days", "hours", "minutes", "seconds"];
/** The sizes of the title. The largest that fits on two lines is used. */
const titleSizes = [76, 66, 56, 46];
const white = (part = 1) => `rgb(255 255 255 / ${part})`;
const black = (part) => `rgb(13 12 23 / ${part})`;

/** Draws `event` with `reading`, the state of its countdown. Resolves to a PNG. */
export async function shareCard(event, reading) {
  const photo = await photoOf(event);
  const canvas = h("canvas", { width, height });
  const pen = canvas.getContext("2d");
  pen.direction = direction;
  if (photo) behind(pen, photo);
  else sky(pen, event);
  const start = direction === "rtl" ? width - edge : edge;
  heading(pen, event, start, !photo);
  if (reading.isPast || reading.phrase.key === "here_as_counted") {
    const most = width - 2 * edge;
    write(pen, countdownPhrase(reading.phrase), { x: start, y: 470, size: 72, weight: 750, most });
  } else {
    boxes(pen, reading);
  }
  const end = direction === "rtl" ? edge : width - edge;
  write(pen, words.app, { x: end, y: 592, size: 30, weight: 800, align: "end" });
  const wand = `🪄 ${words.countdown.wand}`;
  if (reading.isWandOn) write(pen, wand, { x: start, y: 580, size: 28, weight: 600 });
  const credit = photo && event.picture.credit;
  if (credit) write(pen, credit, { x: start, y: 615, size: 20, most: width - 2 * edge - 160 });
  return new Promise((resolve, reject) => {
    const take = (blob) => blob ? resolve(blob) : reject(new Error("The picture could not be made."));
    canvas.toBlob(take, "image/png");
  });
}

// The page's colors can only be read from an element.
function sky(pen, event) {
  const probe = h("span", { class: `sky-probe sky-${colorOf(event)}`, hidden: true });
  document.body.append(probe);
  const { color, backgroundColor } = getComputedStyle(probe);
  const gradient = pen.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, color);
  gradient.addColorStop(1, backgroundColor);
  probe.remove();
  pen.fillStyle = gradient;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = white(0.07);
  pen.beginPath();
  pen.arc(80, -20, 240, 0, 2 * Math.PI);
  pen.fill();
  pen.beginPath();
  pen.roundRect(width - 330, -130, 420, 420, 120);
  pen.fill();
}

// The picture fills the card. A shade makes white text readable on any.
function behind(pen, photo) {
  const factor = Math.max(width / photo.naturalWidth, height / photo.naturalHeight);
  const [wide, high] = [photo.naturalWidth * factor, photo.naturalHeight * factor];
  pen.drawImage(photo, (width - wide) / 2, (height - high) / 2, wide, high);
  const shade = pen.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, black(0.45));
  shade.addColorStop(1, black(0.7));
  pen.fillStyle = shade;
  pen.fillRect(0, 0, width, height);
}

function heading(pen, event, start, hasSign) {
  const end = direction === "rtl" ? edge : width - edge;
  if (hasSign) write(pen, signOf(event), { x: end, y: 170, size: 120, align: "end" });
  const most = width - 2 * edge - 170;
  const fits = (size) => linesOf(pen, event.title, size, most).length <= 2;
  const size = titleSizes.find(fits) ?? titleSizes.at(-1);
  const lines = linesOf(pen, event.title, size, most);
  const kept = lines.slice(0, 2);
  if (lines.length > 2) kept[1] = `${kept[1]} …`;
  kept.forEach((line, at) =>
    write(pen, line, { x: start, y: 132 + at * size * 1.15, size, weight: 750, most }));
  const under = 132 + (kept.length - 1) * size * 1.15 + 60;
  write(pen, whenOf(event), { x: start, y: under, size: 36, weight: 500, most });
}

function boxes(pen, { digits }) {
  const gap = 24;
  const wide = (width - 2 * edge - 3 * gap) / 4;
  shown.forEach((unit, at) => {
    const place = direction === "rtl" ? shown.length - 1 - at : at;
    const x = edge + place * (wide + gap);
    pen.fillStyle = white(0.15);
    pen.beginPath();
    pen.roundRect(x, 330, wide, 200, 28);
    pen.fill();
    const number = unit === "days" ? grouped(digits[unit]) : String(digits[unit]).padStart(2, "0");
    const middle = { x: x + wide / 2, align: "center", most: wide - 24 };
    write(pen, number, { ...middle, y: 444, size: 92, weight: 750 });
    write(pen, words.countdown.units[unit], { ...middle, y: 500, size: 30, weight: 600 });
  });
}

function write(pen, text, { x, y, size, weight = 400, align = "start", most }) {
  pen.font = `${weight} ${size}px ${face}`;
  pen.textAlign = align;
  pen.fillStyle = white();
  pen.fillText(text, x, y, most);
}

// Words longer than a line are broken anywhere.
function linesOf(pen, text, size, most) {
  pen.font = `750 ${size}px ${face}`;
  const fits = (line) => pen.measureText(line).width <= most;
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const joined = `${lines.at(-1)} ${word}`.trim();
    if (fits(joined)) {
      lines[lines.length - 1] = joined;
      continue;
    }
    if (lines.at(-1)) lines.push("");
    for (const sign of word) {
      if (!fits(lines.at(-1) + sign)) lines.push("");
      lines[lines.length - 1] += sign;
    }
  }
  return lines;
}
