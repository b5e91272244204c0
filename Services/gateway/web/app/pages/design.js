// The design reference: every token and component of the client with its name and use.

import { segmented } from "../components/choices.js";
import { fill, h } from "../dom.js";
import { seemsSignedIn } from "../state.js";
import { words } from "../words/words.js";
import { components } from "./designparts.js";
import { colours, edgePairs, motions, rounds, spaces, textPairs, types } from "./designtokens.js";

/** The page at /design. */
export function designPage() {
  const text = words.design;
  const root = document.documentElement;
  const before = { scheme: root.dataset.scheme, dir: root.dir };
  const shown = h("div", {});
  const parts = [
    ["colour", () => colourPart()],
    ["type", () => typePart()],
    ["space", () => spacePart()],
    ...Object.entries(components).map(([name, make]) => [name, () => examples(name, make())]),
  ];
  const paint = () => fill(shown, parts.map(([name, make]) => part(name, make())));

  const scheme = segmented({
    name: "scheme", label: text.scheme, value: before.scheme ?? "",
    options: [["", text.device], ["light", text.light], ["dark", text.dark]],
    onchange: (value) => {
      if (value) root.dataset.scheme = value;
      else delete root.dataset.scheme;
      paint();
    },
  });
  const direction = segmented({
    name: "direction", label: text.direction, value: before.dir || "ltr",
    options: [["ltr", text.ltr], ["rtl", text.rtl]],
    onchange: (value) => {
      root.dir = value;
      paint();
    },
  });
  paint();
  return {
    name: "design", tab: "settings", title: text.title,
    parent: seemsSignedIn() ? "/settings" : "/signin",
    aside: contents(parts),
    body: [h("p", { class: "quiet" }, text.lead),
      h("section", { class: "card design-try" }, scheme.element, direction.element),
      h("div", { class: "design-narrow" }, contents(parts)), shown],
    stop: () => {
      if (before.scheme) root.dataset.scheme = before.scheme;
      else delete root.dataset.scheme;
      root.dir = before.dir;
    },
  };
}

function contents(parts) {
  const text = words.design;
  const jump = (event, name) => {
    event.preventDefault();
    const heading = document.getElementById(`design-${name}`);
    heading.closest("section").scrollIntoView();
    heading.focus({ preventScroll: true });
  };
  return h("nav", { class: "card", "aria-label": text.contents },
    h("h2", {}, text.contents),
    h("ul", { class: "design-contents" }, parts.map(([name]) => h("li", {},
      h("a", { href: `/design#${name}`, onclick: (event) => jump(event, name) }, text.parts[name].title)))));
}

function part(name, content) {
  const { title, when } = words.design.parts[name];
  return h("section", { class: "design-part" }, h("h2", { id: `design-${name}`, tabindex: "-1" }, title),
    when && h("p", { class: "quiet" }, when), h("div", { class: "card" }, content));
}

// `list` has `[name in the code, key of the words, example]`.
function examples(part, list) {
  const { uses } = words.design.parts[part];
  return list.map(([code, key, shown]) => h("div", { class: "design-example" },
    h("h3", { class: "design-name" }, code), uses?.[key] && h("p", { class: "hint" }, uses[key]),
    h("div", { class: "design-shown" }, shown)));
}

function colourPart() {
  const text = words.design;
  const groups = Object.entries(colours).map(([group, names]) => h("div", { class: "design-example" },
    h("h3", {}, text.colours[group]),
    h("ul", { class: "design-grid" }, names.map((name) =>
      h("li", { class: "swatch" }, swatch(name), h("code", { class: "design-name" }, `--${name}`))))));
  return [groups, pairs(text.textPairs, textPairs, 4.5), pairs(text.edgePairs, edgePairs, 3)];
}

// Text pairs are shown as text, edges as shapes.
function pairs(title, list, least) {
  return h("div", { class: "design-example" }, h("h3", {}, title),
    h("ul", { class: "design-grid design-pairs" }, list.map(([front, back]) => {
      const isText = list === textPairs;
      const sample = swatch(back, isText ? "Aa" : h("span", { class: "swatch-edge" }));
      sample.style.color = `var(--${front})`;
      const value = contrast(front, back);
      return h("li", { class: "swatch" }, sample, h("span", {},
        h("span", { class: value < least ? "row-title is-over" : "row-title" }, words.design.contrast(value)),
        h("code", { class: "row-note" }, `${front} / ${back}`)));
    })));
}

function swatch(name, sample = "") {
  const element = h("span", { class: "swatch-colour", "aria-hidden": "true" }, sample);
  element.style.background = `var(--${name})`;
  return element;
}

// The contrast ratio (WCAG 2.2) of the current colors.
function contrast(...names) {
  const probe = h("span", { hidden: true });
  document.body.append(probe);
  const [dark, light] = names.map((name) => {
    probe.style.color = `var(--${name})`;
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map((one) => one / 255);
    const linear = parts.map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  }).sort((one, other) => one - other);
  probe.remove();
  return (light + 0.05) / (dark + 0.05);
}

function typePart() {
  return types.map(([name, weight]) => {
    const sample = h("p", { class: "design-type" }, words.design.sample);
    sample.style.fontSize = `var(--${name})`;
    sample.style.fontWeight = weight;
    return h("div", { class: "design-example" }, h("h3", { class: "design-name" }, `--${name}`), sample);
  });
}

function spacePart() {
  const text = words.design;
  const values = getComputedStyle(document.documentElement);
  const size = (name) => {
    const bar = h("span", { class: "swatch-size", "aria-hidden": "true" });
    bar.style.width = `var(--${name})`;
    return h("li", { class: "swatch" }, h("code", { class: "design-name" }, `--${name}`), bar);
  };
  const round = (name) => {
    const box = h("span", { class: "swatch-colour", "aria-hidden": "true" });
    box.style.borderRadius = `var(--${name})`;
    return h("li", { class: "swatch" }, box, h("code", { class: "design-name" }, `--${name}`));
  };
  const motion = (name) => h("li", {}, h("code", { class: "design-name" },
    `--${name} ${values.getPropertyValue(`--${name}`)}`));
  return [
    h("div", { class: "design-example" }, h("h3", {}, text.space),
      h("ul", { class: "form" }, spaces.map(size))),
    h("div", { class: "design-example" }, h("h3", {}, text.rounds),
      h("ul", { class: "design-grid" }, rounds.map(round))),
    h("div", { class: "design-example" }, h("h3", {}, text.motion),
      h("p", { class: "hint" }, text.motionHint), h("ul", {}, motions.map(motion))),
  ];
}
