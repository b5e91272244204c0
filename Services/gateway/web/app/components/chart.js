// Charts: bars, lines, and parts of a whole. Series differ in brightness, pattern, dash and shape, so nothing
// depends on color alone. Every value is also in a table or a key, so screen readers pass over the drawing.

import { fill, h, spoken, svg } from "../dom.js";
import { language, words } from "../words/words.js";
import { empty } from "./pieces.js";

/** The limit on series or parts that can be told apart. The remaining parts are combined into one. */
const maxTones = 4;
/** The approximate number of grid lines in a line chart. */
const fewTicks = 4;
/** The limit on labels under a line chart. The table has all of them. */
const maxLabels = 6;
const points = ["M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "M-4-4H4V4H-4z", "M0-5.5L5 4H-5z",
  "M0-5.5L5.5 0 0 5.5-5.5 0z"];
let charts = 0;

/**
 * A chart with one or a few bars per label, on a common scale. All charts take `title`, `description`,
 * `labels`, `series` (`{ name, values }`; null for a missing value, no negative values) and `number` (options
 * of Intl.NumberFormat). `mark` (`{ label, value }`) draws a line across all bars, such as an equal share.
 */
export function barChart({ labels, series, mark = null, ...rest }) {
  const chart = frame(rest, labels, series);
  if (chart.isEmpty) return chart.element;
  const top = Math.max(mark?.value ?? 0, ...figures(series)) || 1;
  const rows = labels.map((label, at) => h("tr", { role: "row" },
    h("th", { scope: "row", role: "rowheader" }, label),
    series.map(({ name, values }, tone) => h("td", { role: "cell" },
      bar(values[at] ?? 0, top, mark, tone, chart.id),
      h("span", { class: "chart-value" }, series.length > 1 && spoken(`${name} `),
        chart.say(values[at]))))));
  const keys = series.length > 1 ? series.map(({ name }, tone) => [square(tone, chart.id), name]) : [];
  if (mark) keys.push([markKey(), `${mark.label}: ${chart.say(mark.value)}`]);
  return chart.fill(keyList(keys),
    h("table", { class: "chart-bars", role: "table" }, chart.tableName(),
      h("tbody", { role: "rowgroup" }, rows)));
}

/** Lines over ordered labels, such as days. The table below has every point. */
export function lineChart({ labels, series, ...rest }) {
  const chart = frame(rest, labels, series);
  if (chart.isEmpty) return chart.element;
  const { top, step } = scale(figures(series));
  const x = (at) => onward(labels.length > 1 ? at / (labels.length - 1) * 100 : 50);
  const y = (value) => 100 - value / top * 100;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => top - at * step);
  const lines = ticks.map((tick) =>
    svg("line", { class: "chart-grid", x1: 0, x2: "100%", y1: `${y(tick)}%`, y2: `${y(tick)}%` }));
  const paths = series.map(({ values }, tone) => svg("path", {
    class: `chart-line ${toneOf(tone)}`, d: path(values, x, y), "vector-effect": "non-scaling-stroke",
  }));
  const dots = series.map(({ values }, tone) => values.map((value, at) => value === null ? null
    : svg("svg", { x: `${x(at)}%`, y: `${y(value)}%`, width: 1, height: 1, overflow: "visible" },
      svg("path", { class: `chart-point ${toneOf(tone)}`, d: points[tone] }))));
  const plot = svg("svg", { class: "chart-plot" }, lines, svg("svg", {
    viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%", overflow: "visible",
  }, paths), dots);
  const keys = series.length > 1 ? series.map(({ name }, tone) => [pointKey(tone), name]) : [];
  return chart.fill(keyList(keys), h("div", { class: "chart-area", "aria-hidden": "true" },
    h("div", { class: "chart-ticks" }, ticks.map((tick) => h("span", {}, chart.say(tick)))), plot,
    h("div", { class: "chart-labels" }, under(labels))), chart.table());
}

/** A ring of the parts of a whole (`labels` with the values of one series), with the percentage of each. */
export function donutChart({ labels, series, ...rest }) {
  const chart = frame(rest, labels, series);
  if (chart.isEmpty) return chart.element;
  const parts = partsOf(labels, series[0].values);
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  let turn = 0;
  const arcs = parts.map(({ value }, tone) => {
    const length = value / total * 100;
    const place = {
      cx: 50, cy: 50, r: 38, pathLength: 100, transform: "rotate(-90 50 50)",
      "stroke-dasharray": `${Math.max(length - 0.8, 0.4)} 100`, "stroke-dashoffset": -turn,
    };
    turn += length;
    return [svg("circle", { ...place, class: `chart-arc ${toneOf(tone)}` }),
      tone > 1 && svg("circle", { ...place, class: "chart-over", stroke: hatch(tone, chart.id) })];
  });
  const ring = svg("svg", { class: "chart-ring", viewBox: "0 0 100 100", "aria-hidden": "true" }, arcs,
    svg("text", { class: "chart-total", x: 50, y: 55, "text-anchor": "middle" }, chart.say(total)));
  return chart.fill(h("div", { class: "chart-parts" }, ring, keyList(parts.map(({ label, value }, tone) =>
    [square(tone, chart.id), label, `${chart.say(value)} · ${share.format(value / total)}`]))));
}

// The parts that all charts have: title, description, patterns, number format and the table of values.
function frame({ title, description, number, isStill = false }, labels, series) {
  const id = `chart-${charts += 1}`;
  const format = new Intl.NumberFormat(language, number);
  const say = (value) => value === null || value === undefined ? words.chart.none : format.format(value);
  const element = h("figure", { class: isStill ? "chart" : "chart is-drawn",
    "aria-labelledby": `${id}-title` });
  // The figure has the chart's name, so that it isn't read twice.
  const tableName = () => h("caption", { class: "spoken" }, words.chart.table);
  const caption = h("figcaption", {}, h("p", { id: `${id}-title`, class: "chart-title" }, title),
    description && h("p", { class: "hint" }, description));
  const isEmpty = !figures(series).some((value) => value > 0);
  if (isEmpty) fill(element, caption, empty("📊", words.chart.nothing));
  return {
    id, say, element, isEmpty, tableName,
    fill: (...parts) => fill(element, caption, patterns(id), parts),
    table: () => h("details", { class: "chart-table" }, h("summary", {}, words.chart.values),
      h("table", {}, tableName(),
        h("thead", {}, h("tr", {}, h("td", {}), series.map(({ name }) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, labels.map((label, at) => h("tr", {}, h("th", { scope: "row" }, label),
          series.map(({ values }) => h("td", {}, say(values[at])))))))),
  };
}

function bar(value, top, mark, tone, id) {
  const width = Math.max(value / top * 100, value > 0 ? 1 : 0);
  const place = { x: isReversed() ? `${100 - width}%` : 0, width: `${width}%`, height: "100%", rx: 5 };
  const line = mark && `${onward(mark.value / top * 100)}%`;
  return svg("svg", { class: "chart-bar", "aria-hidden": "true" },
    svg("rect", { class: "chart-rail", width: "100%", height: "100%", rx: 5 }),
    svg("rect", { ...place, class: `chart-fill ${toneOf(tone)}` }),
    tone > 1 && svg("rect", { ...place, fill: hatch(tone, id) }),
    mark && ["chart-halo", "chart-mark"].map((look) =>
      svg("line", { class: look, x1: line, x2: line, y1: -3, y2: 17 })));
}

function toneOf(at) {
  return `tone-${at % maxTones + 1}`;
}

function hatch(tone, id) {
  return `url(#${id}-${tone % 2 === 0 ? "stripes" : "dots"})`;
}

function patterns(id) {
  const size = { width: 6, height: 6, patternUnits: "userSpaceOnUse" };
  return svg("svg", { class: "spoken", "aria-hidden": "true" },
    svg("pattern", { ...size, id: `${id}-stripes`, patternTransform: "rotate(45)" },
      svg("line", { class: "chart-hatch", x1: 0, x2: 0, y1: 0, y2: 6 })),
    svg("pattern", { ...size, id: `${id}-dots` },
      svg("circle", { class: "chart-hatch-dot", cx: 3, cy: 3, r: 1.25 })));
}

function keyList(keys) {
  if (keys.length === 0) return null;
  return h("ul", { class: "chart-keys" }, keys.map(([sign, text, value]) =>
    h("li", {}, sign, h("span", {}, text), value && h("span", { class: "chart-value" }, value))));
}

function key(...shapes) {
  return svg("svg", { class: "chart-key", viewBox: "0 0 20 16", "aria-hidden": "true" }, shapes);
}

function square(tone, id) {
  const place = { x: 2, y: 0, width: 16, height: 16, rx: 4 };
  return key(svg("rect", { ...place, class: `chart-swatch ${toneOf(tone)}` }),
    tone > 1 && svg("rect", { ...place, fill: hatch(tone, id) }));
}

function pointKey(tone) {
  return key(svg("path", { class: `chart-line ${toneOf(tone)}`, d: "M-2 8H22" }),
    svg("path", { class: `chart-point ${toneOf(tone)}`, d: points[tone], transform: "translate(10 8)" }));
}

function markKey() {
  return key(svg("line", { class: "chart-mark", x1: 10, x2: 10, y1: 0, y2: 16 }));
}

function figures(series) {
  return series.flatMap(({ values }) => values.filter((value) => value !== null && value !== undefined));
}

// The largest value rounded up to a round number.
function scale(values) {
  const most = Math.max(...values);
  const rough = most / fewTicks;
  const tens = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 2.5, 5, 10].find((one) => one * tens >= rough) * tens;
  const step = values.every(Number.isInteger) ? Math.max(1, Math.ceil(nice)) : nice;
  return { step, top: Math.ceil(most / step) * step };
}

// A horizontal position in percent, mirrored for right-to-left languages.
function onward(percent) {
  return isReversed() ? 100 - percent : percent;
}

function isReversed() {
  return document.documentElement.dir === "rtl";
}

// Missing values interrupt the line.
function path(values, x, y) {
  return values.map((value, at) => value === null ? ""
    : `${at === 0 || values[at - 1] === null ? "M" : "L"}${x(at)} ${y(value)}`).join("");
}

function under(labels) {
  const each = Math.ceil(labels.length / maxLabels);
  return labels.map((label, at) => {
    if (at % each !== 0) return null;
    const element = h("span", {}, label);
    element.style.insetInlineStart = `${labels.length > 1 ? at / (labels.length - 1) * 100 : 50}%`;
    return element;
  });
}

function partsOf(labels, values) {
  const all = labels.map((label, at) => ({ label, value: values[at] ?? 0 }));
  const parts = all.filter(({ value }) => value > 0);
  if (parts.length <= maxTones) return parts;
  const rest = parts.slice(maxTones - 1).reduce((sum, { value }) => sum + value, 0);
  return [...parts.slice(0, maxTones - 1), { label: words.chart.others, value: rest }];
}
