// The person's own profile, with a visibility for each field.

import { FormDraft } from "../../components/formdraft.js";
import { failed, skeleton } from "../../components/pieces.js";
import { profileForm } from "../../components/profileform.js";
import { fill, h } from "../../dom.js";
import { loadMe } from "../../state.js";
import { words } from "../../words/words.js";

/** The page at /settings/profile. */
export function profilePage() {
  const body = h("div", {}, skeleton(4));
  const draft = new FormDraft("/settings/profile");
  const load = async () => {
    try {
      const [newest, found] = await Promise.all([loadMe(), draft.read()]);
      // The draft is based on its stored version. If that is outdated, saving reports the conflict.
      const edit = profileForm(found?.base ?? newest, { draft, found, again: load });
      fill(body, draft.note, edit);
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  };
  load();
  return { name: "profile", tab: "settings", title: words.settings.profile, parent: "/settings", body };
}
