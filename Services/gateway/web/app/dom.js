// Builds elements from plain values. Text only ever becomes text nodes, so data can't become markup.

const SVG = "http://www.w3.org/2000/svg";
const asProperty = new Set(["value", "checked", "disabled", "hidden", "selected", "open"]);

const shapes = {
  back: "M15 5l-7 7 7 7",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  next: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  home: "M4 11l8-7 8 7v8.5a.5.5 0 0 1-.5.5H15v-6H9v6H4.5a.5.5 0 0 1-.5-.5z",
  today: "M12 7.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2"
    + "M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  school: "M2 9.5L12 5l10 4.5L12 14zM6.5 11.8v4.7c1.5 1.3 3.3 2 5.5 2s4-.7 5.5-2v-4.7M22 9.5v5.5",
  person: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.7-4 3.4-6 7.5-6s6.8 2 7.5 6",
  tasks: "M4 6.5l1.5 1.5L8 5.5M4 12.5L5.5 14 8 11.5M4 18.5L5.5 20 8 17.5M12 7h8M12 13h8M12 19h8",
  board: "M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5"
    + "a3.3 3.3 0 0 1 0 6.3M18 14.5c2 .8 3.2 2.6 3.5 5.5",
  scan: "M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5"
    + "a1 1 0 0 1-1-1v-4M8 12h8",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"
    + "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  eyeOff: "M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.4M6.5 7.2A15.5 15.5 0 0 0 2.5 12"
    + "S6 18.5 12 18.5a9 9 0 0 0 4.6-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16",
  shield: "M12 3.5l7 2.5v5.5c0 4.4-2.9 7.5-7 9-4.1-1.5-7-4.6-7-9V6z",
  history: "M4.6 10.5A7.6 7.6 0 1 1 5.4 16M4 5.5v5h5M12 8v4.5l3 1.8",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 1.8",
  alert: "M12 4l9 15.5H3zM12 10v4.5M12 17v.2",
  calendar: "M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z"
    + "M4 10.5h16M8 3.5V7M16 3.5V7",
  info: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11v5M12 8v.2",
  minus: "M6 12h12",
  grip: "M5 9h14M5 15h14",
  up: "M6 14.5l6-6 6 6",
  down: "M6 9.5l6 6 6-6",
  share: "M12 15V4M8 7.5l4-4 4 4M5 12v7.5h14V12",
  menu: "M4 7h16M4 12h16M4 17h16",
  edit: "M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM14 7l3 3",
  trash: "M5 7h14M9.5 7V4.5h5V7M7 7l1 12.5h8L17 7M10.5 10.5v5.5M13.5 10.5v5.5",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM15.4 15.4 20.5 20.5",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21.5h4M12 5V3",
  dots: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  print: "M7 8V4h10v4M7 16H4.5V8.5h15V16H17M7 13.5h10V20H7z",
  pin: "M8.5 3.5h7M9.5 3.5v6L7 13.5h10l-2.5-4v-6M12 13.5v7",
  aid: "M12 20.5S3.5 15.5 3.5 9.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2.5C20.5 15.5 12 20.5 12 20.5z"
    + "M12 9.5v6M9 12.5h6",
  repeat: "M19 12a7 7 0 1 1-2.2-5.1M17 3v4h-4",
  sound: "M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  soundOff: "M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5",
  lunch: "M5 3v5a2.5 2.5 0 0 0 5 0V3M7.5 3v18M17 21V3c-2.4 1.5-3.5 4.5-3.5 8.5H17",
  phone: "M6.5 3.5h3l1.5 4-2 1.5a12 12 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2"
    + "A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z",
  mail: "M4.5 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 7l8 6 8-6",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
};

/** An element with attributes, `on…` listeners and children; null and false children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (asProperty.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return put(element, children);
}

/** Adds children to an element: nodes as they are, everything else as text. */
export function put(element, children) {
  for (const child of children.flat(4)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return put(element, children);
}

/** An SVG element with attributes and children, created without parsing markup. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  return put(element, children);
}

/** Acts once the next frame is shown. Hidden pages get no frames, and act at once. */
export function afterFrame(action) {
  if (document.hidden) action();
  else requestAnimationFrame(() => setTimeout(action));
}

/**
 * Like `fill`, but if a link or button inside had the focus, focuses its successor: the one with the same
 * target or text.
 */
export function refill(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const name = active?.getAttribute("href") ?? active?.textContent;
  fill(element, ...children);
  if (!active) return element;
  const all = [...element.querySelectorAll("a[href], button")];
  all.find((one) => (one.getAttribute("href") ?? one.textContent) === name)?.focus({ preventScroll: true });
  return element;
}

/** A line icon, hidden from screen readers. */
export function icon(name) {
  return svg("svg", {
    viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true", focusable: "false",
  }, svg("path", { d: shapes[name] }));
}

/** A decorative emoji. It never carries meaning alone. */
export function emoji(text) {
  return h("span", { class: "emoji", "aria-hidden": "true" }, text);
}

/** Text for screen readers only. */
export function spoken(text) {
  return h("span", { class: "spoken" }, text);
}
