// Draws a QR code (ISO/IEC 18004) as SVG from the modules sent by the site.

const SVG = "http://www.w3.org/2000/svg";

/** The width of the quiet zone in modules, as the standard requires. */
const quiet = 4;

/**
 * The code as a picture; `label` describes its content. Dark on white in every theme, because many readers
 * can't read the inverse.
 */
export function qrDrawing({ size, rows }, label) {
  const whole = size + 2 * quiet;
  const box = `${-quiet} ${-quiet} ${whole} ${whole}`;
  const svg = element("svg", { viewBox: box, class: "qr", role: "img", "aria-label": label,
    "shape-rendering": "crispEdges" });
  svg.append(
    element("rect", { x: -quiet, y: -quiet, width: whole, height: whole, class: "qr-paper" }),
    element("path", { d: rows.map(runs).join(""), class: "qr-ink" }));
  return svg;
}

// Merges adjacent dark modules into one rectangle, so that there are no hairlines between them.
function runs(row, y) {
  return [...row.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join("");
}

function element(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
