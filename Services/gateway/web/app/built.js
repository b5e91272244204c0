// The addresses of modules that are fetched when they are needed.

// A production build names each file by its content and lists the names in a `meta` element.
const listed = document.querySelector('meta[name="quad-modules"]');
const built = listed ? JSON.parse(listed.content) : {};

/** The address of a module, given its path among the sources (`/app/pages/room/home.js`). */
export function addressOf(path) {
  return built[path] ?? path;
}

/** True if the site was upgraded while this page was open and has another file for the module now. */
export function isReplaced(path) {
  return isAnyMissing([addressOf(path)]);
}

/** True if the site was upgraded while this page was open. */
export function isOlder() {
  const inHead = [...document.head.querySelectorAll('[href^="/assets/"], [src^="/assets/"]')];
  const own = inHead.map((one) => one.getAttribute("href") ?? one.getAttribute("src"));
  return isAnyMissing([...own, ...Object.values(built)]);
}

// Only a release build has names that change with the content.
async function isAnyMissing(addresses) {
  if (!listed) return false;
  const page = await fetch("/index.html", { cache: "no-store" });
  if (!page.ok) return false;
  const text = await page.text();
  return addresses.some((address) => !text.includes(address));
}
