// The name of this browser in the list of devices, the same in every language.

const browsers = [
  ["Edge", /\bEdg(e|A|iOS)?\//], ["Opera", /\bOPR\//], ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox|FxiOS/], ["Chrome", /Chrome|CriOS/], ["Safari", /Safari/],
];
const systems = [
  ["iPhone", /iPhone/], ["iPad", /iPad/], ["Android", /Android/], ["ChromeOS", /CrOS/],
  ["Windows", /Windows/], ["Mac", /Macintosh/], ["Linux", /Linux/],
];

/** For example `Firefox · Android`. Undefined if the browser can't be recognized. */
export function deviceName(agent = navigator.userAgent) {
  const named = (table) => table.find(([, mark]) => mark.test(agent))?.[0];
  return [named(browsers), named(systems)].filter(Boolean).join(" · ") || undefined;
}

/** An emoji for a device with this name. */
export function deviceSign(name) {
  if (!name) return "🔌";
  if (/phone|Android|SMS/i.test(name)) return "📱";
  return /iPad|tablet/i.test(name) ? "📲" : "💻";
}
