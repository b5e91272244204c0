// Light or dark theme: the device's, or the one chosen here. index.html runs this before the first paint, so
// the page never flashes in the wrong theme.

const flag = "quad.scheme";
const schemes = ["light", "dark"];
const bars = [...document.querySelectorAll("meta[name=theme-color]")].map((meta) => [meta, meta.media]);

/** The theme chosen here (`light` or `dark`), or null for the device's. */
export function chosenScheme() {
  try {
    const chosen = localStorage.getItem(flag);
    return schemes.includes(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

/** Stores the choice for this browser and applies it immediately. Null follows the device. */
export function chooseScheme(chosen) {
  try {
    if (chosen) localStorage.setItem(flag, chosen);
    else localStorage.removeItem(flag);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  apply(chosen);
}

// The style sheet reads the attribute. The color of the browser's own bar has to be set here.
function apply(chosen) {
  if (chosen) document.documentElement.dataset.scheme = chosen;
  else delete document.documentElement.dataset.scheme;
  for (const [meta, media] of bars) {
    meta.media = !chosen ? media : media.includes(chosen) ? "all" : "not all";
  }
}

if (chosenScheme()) apply(chosenScheme());
addEventListener("storage", (event) => {
  if (event.key === flag) apply(chosenScheme());
});
