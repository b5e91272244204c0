// Draws a QR code (ISO/IEC 18004) out of the modules the site sends: sharp at any size, on screen and paper.

const SVG = "http://www.w3.org/2000/svg";

/** Readers need so many light modules around the code. */
const quiet = 4;

/** The code as a picture; `label` says what a reader of it finds. Dark on white in every theme: many readers
 *  do not read the inverse. */
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

// Neighbouring dark modules are one rectangle: no hairlines between them.
function runs(row, y) {
  return [...row.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join("");
}

function element(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
