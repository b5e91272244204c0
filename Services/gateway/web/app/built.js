// The addresses of modules that are fetched when they are needed.

// A production build names each file by its content and lists the names in a `meta` element.
const listed = document.querySelector('meta[name="quad-modules"]');
const built = listed ? JSON.parse(listed.content) : {};

/** The address of a module, given its path among the sources (`/app/pages/room/home.js`). */
export function addressOf(path) {
  return built[path] ?? path;
}

/** True if the site was upgraded while this page was open and has another file for the module now. */
export async function isReplaced(path) {
  if (!listed) return false;
  const page = await fetch("/index.html", { cache: "no-store" });
  return page.ok && !(await page.text()).includes(addressOf(path));
}
