// The own profile: what there is to say, and who sees it.

import { failed, skeleton } from "../../components/pieces.js";
import { profileForm } from "../../components/profileform.js";
import { fill, h } from "../../dom.js";
import { loadMe } from "../../state.js";
import { words } from "../../words/words.js";

/** The page at /settings/profile. */
export function profilePage() {
  const body = h("div", {}, skeleton(4));
  const load = async (note = null) => {
    try {
      const me = await loadMe();
      fill(body, note && h("p", { class: "alert", role: "alert" }, note), profileForm(me, load));
    } catch (problem) {
      fill(body, failed(problem, () => load()));
    }
  };
  load();
  return { name: "profile", tab: "settings", title: words.settings.profile, parent: "/settings", body };
}
