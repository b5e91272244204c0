// Credits: the license of Quad, and the licenses of everything in it that is not code.

import { runs } from "../apps.js";
import { h } from "../dom.js";
import { seemsSignedIn } from "../state.js";
import { words } from "../words/words.js";

/** The page at /credits. */
export function creditsPage() {
  const text = words.credits;
  return {
    name: "credits", tab: "settings", title: text.title,
    parent: seemsSignedIn() ? "/settings" : "/signin",
    body: [
      part(text.software, [
        h("p", {}, text.code),
        license("Apache License 2.0", "https://www.apache.org/licenses/LICENSE-2.0"),
      ]),
      part(text.drawings, [
        h("p", {}, text.icons),
        license("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
      ]),
      part(text.pictures, [
        h("p", {}, text.bundled),
        license("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
      ]),
      runs("aid") && part(text.aid, [
        h("p", {}, text.aidText),
        license("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
      ]),
      part(text.samples, [
        h("p", {}, text.campus),
        license("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
      ]),
    ],
  };
}

function part(title, content) {
  return h("section", { class: "card prose" }, h("h2", {}, title), content);
}

function license(name, address) {
  return h("p", {}, `${words.credits.license}: `, h("a", { href: address, rel: "license noreferrer" }, name));
}
