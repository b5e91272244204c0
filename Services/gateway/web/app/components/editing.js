// The form that edits a stored object: with a draft, and with both versions if somebody else was faster.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { back } from "../router.js";
import { FormDraft } from "./formdraft.js";
import { failed, skeleton } from "./pieces.js";
import { complain, toast } from "./toast.js";

/**
 * The element of the form. `page` is the address of the object's page, `path` that of its data.
 *
 * - `formOf(base, submit)` creates the form for a version of the object; `submit(values)` saves.
 * - `save(base, values)` sends the change and returns the words that report it.
 * - `conflictOf(values, current, acts)` shows both versions after `changed_elsewhere`.
 * - `check(newest)` throws if the person may not change the object.
 * - `below(newest, draft)` creates what stands below the form.
 */
export function editing({
  page, path, formOf, save, conflictOf, check = () => {}, below = () => null, look = null,
}) {
  const body = h("div", { class: look }, skeleton(2));
  const above = h("div", {});
  const draft = new FormDraft(page);

  // On a conflict, both versions are shown until the person keeps one.
  async function submit(base, values) {
    try {
      const said = await save(base, values);
      await draft.forget();
      back(page);
      toast(said);
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      const current = problem.details?.current ?? await get(path);
      fill(above, conflictOf(values, current, {
        keep: () => submit(current, values).catch(complain),
        take: async () => {
          await draft.forget();
          show(current, null);
        },
      }));
      above.scrollIntoView({ block: "start" });
    }
  }

  function show(newest, found) {
    // The draft is based on its stored version. If that is outdated, saving reports the conflict.
    const base = found?.base ?? newest;
    const edit = formOf(base, (values) => submit(base, values));
    draft.attach(edit.element, edit.inputs, base);
    draft.restore(found, load);
    fill(above);
    fill(body, draft.note, above, edit.element, below(newest, draft));
  }

  async function load() {
    try {
      const [newest, found] = await Promise.all([get(path), draft.read()]);
      check(newest);
      show(newest, found);
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  }
  load();
  return body;
}
