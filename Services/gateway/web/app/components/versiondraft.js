// The draft of a form that saves a whole list: the typed lines, and the version that they began from.

import { FormDraft } from "./formdraft.js";
import { conflicted } from "./managed.js";

/** Stores what is typed into the form `edit` under `name` until it is saved. Its list has `version`. */
export class VersionDraft {
  constructor(name, edit, version) {
    this.draft = new FormDraft(name);
    this.note = this.draft.note;
    this.version = version;
    this.draft.attach(edit.element, edit.inputs, version);
    this.restore(version);
  }

  // A draft goes on from the version it began from, so that a later one is not replaced unseen.
  async restore(current) {
    const found = await this.draft.read();
    const isRestored = this.draft.restore(found, () => {
      this.begin(current);
      this.draft.reset();
    });
    if (isRestored) this.begin(found.base ?? current);
  }

  begin(version) {
    this.version = version;
    this.draft.base = version;
  }

  /** Saves with `put(version)`. After a conflict, saving again replaces the other version. */
  async save(put) {
    try {
      const saved = await put(this.version);
      await this.draft.forget();
      return saved;
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      this.begin(problem.details?.current?.version ?? this.version);
      throw conflicted();
    }
  }
}
