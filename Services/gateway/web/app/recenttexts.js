// The texts of recent replies with their entity tags, so that what has not changed isn't sent again.

/** The limits on texts, and on the characters of one. */
const maxTexts = 60;
const maxText = 65_536;

class RecentTexts {
  /** By address, the one used last at the end. */
  texts = new Map();

  /** The last text of an address with its tag, `{ tag, text }`, or null. */
  get(address) {
    const found = this.texts.get(address);
    if (!found) return null;
    this.texts.delete(address);
    this.texts.set(address, found);
    return found;
  }

  /** Keeps a reply's text. A reply without a tag, or a long one, only displaces the one before. */
  keep(address, tag, text) {
    this.texts.delete(address);
    if (!tag || text.length > maxText) return;
    this.texts.set(address, { tag, text });
    if (this.texts.size > maxTexts) this.texts.delete(this.texts.keys().next().value);
  }
}

let recent = new RecentTexts();

/** The texts of the signed-in person. A reply that arrives after the sign-out goes to those of before. */
export const recentTexts = () => recent;

/** Forgets all texts, at sign-out. */
export function forgetTexts() {
  recent = new RecentTexts();
}
