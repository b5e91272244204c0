// The picture of an event or a person in a form: chosen, taken, dropped or pasted, uploaded, and cropped.

import { Problem } from "../api.js";
import { fill, h } from "../dom.js";
import { heldAddress, pictureAddress } from "../models/pictureaddress.js";
import { isUnreachable, network } from "../offline/network.js";
import { keepUpload, listed, opened, watchOutbox } from "../offline/outbox.js";
import { upload } from "../upload.js";
import { explain, percent, words } from "../words/words.js";
import { choosePart, place } from "./cropsheet.js";
import { fileOfUpload } from "./pictures.js";
import { searchPicture } from "./picturesearch.js";

/** The limit of the site on a picture (bytes). */
const maxBytes = 10_000_000;
/** The longest side of the preview that a draft keeps (px). */
const previewSide = 360;
/** The types that are sent. The site says which of them it reads. */
const pictures = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/heic", "image/heif"];

/**
 * The field `picture`. Its value is null, or `{ object, crop, preview }`: the name of a stored picture, its
 * visible part, and a small copy. `upload` in place of `object` is the key of an upload that waits in the
 * outbox, unless `waits` is false. `shown` is the edited event or person, and `base` its address. `frame` is
 * the form of the visible part, width to height. `about()` has the words that a search begins with, and
 * `changed()` is called after each change.
 */
export function pictureField(given) {
  return new PictureField(given);
}

class PictureField {
  constructor({ value, shown, base, alt = words.pictures.alt, frame, waits = true, about, changed }) {
    const text = words.pictures;
    Object.assign(this, { name: "picture", value: value ?? null, shown, base, alt, frame, waits, changed });
    Object.assign(this, { about, sending: null, source: null });
    this.error = h("p", { class: "field-error", role: "alert", hidden: true });
    this.status = h("div", { class: "picture-status", hidden: true });
    this.look = h("div", { class: "picture-look" });
    this.view = h("div", { class: "picture-view" }, this.look);
    if (frame) this.view.style.setProperty("--frame", frame);
    this.file = this.chooser({});
    this.camera = this.chooser({ capture: "environment" });
    const button = (label, act) => h("button", { class: "link-button", type: "button", onclick: act }, label);
    this.choose = button(text.choose, () => this.file.click());
    this.take = button(text.take, () => this.camera.click());
    this.search = button(text.search, () => this.find());
    this.adjust = button(text.adjust, () => this.crop());
    this.remove = button(text.remove, () => this.set(null));
    this.acts = h("div", { class: "picture-acts" }, this.choose, this.take, this.search,
      this.adjust, this.remove);
    this.element = h("section", { class: "card picture-field", "aria-label": text.title },
      this.view, this.acts, this.status, this.error, this.file, this.camera);
    this.take.hidden = true;
    hasCamera().then((has) => { this.take.hidden = !has; });
    this.receive();
    const field = this;
    this.input = {
      name: "picture", type: "picture", focus: () => this.choose.focus(), get value() { return field.value; },
    };
    this.paint();
    opened().then(() => this.settle());
    const unwatch = watchOutbox(() => {
      if (this.element.isConnected) this.settle();
      else if (this.wasShown) unwatch();
      this.wasShown ||= this.element.isConnected;
    });
  }

  // An upload that waited was sent or rejected meanwhile, or taken back.
  settle() {
    const key = this.value?.upload;
    if (!key) return;
    const change = listed().find((one) => one.key === key);
    if (change?.state === "waiting") return;
    const { upload: _, ...rest } = this.value;
    if (change?.state === "sent") this.set({ ...rest, object: change.reply.object }, this.source);
    else {
      this.set(null);
      this.say(explain(new Problem(change?.problem ?? { code: "picture_bad" })));
    }
  }

  chooser(more) {
    return h("input", {
      type: "file", accept: pictures.join(","), hidden: true, "aria-label": words.pictures.choose, ...more,
      onchange: ({ target }) => {
        const [file] = target.files;
        target.value = "";
        if (file) this.begin(file);
      },
    });
  }

  // A picture can be dropped on the field, and pasted anywhere on the page.
  receive() {
    const mark = (isOver) => this.element.classList.toggle("is-over", isOver);
    this.element.addEventListener("dragover", (event) => {
      event.preventDefault();
      mark(true);
    });
    this.element.addEventListener("dragleave", () => mark(false));
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      mark(false);
      const [file] = event.dataTransfer.files;
      if (file) this.begin(file);
    });
    const paste = (event) => {
      if (!this.element.isConnected) {
        document.removeEventListener("paste", paste);
        return;
      }
      const file = [...event.clipboardData?.files ?? []].find(({ type }) => type.startsWith("image/"));
      if (!file) return;
      event.preventDefault();
      this.begin(file);
    };
    // The form is not on the page yet.
    setTimeout(() => document.addEventListener("paste", paste));
  }

  say(line) {
    this.error.textContent = line ?? "";
    this.error.hidden = !line;
  }

  fault() {
    return this.sending ? words.pictures.wait : null;
  }

  /** Shows the drawn look of the event while there is no picture. */
  draw(look) {
    fill(this.look, look);
  }

  paint() {
    const { value } = this;
    const text = words.pictures;
    this.photo?.remove();
    this.photo = null;
    const source = value && this.address();
    if (source) {
      this.photo = h("img", {
        class: "picture-photo", src: source, alt: this.alt, onerror: () => this.photo?.remove(),
      });
      if (value.crop) place(this.photo, value.crop);
      this.view.append(this.photo);
    }
    this.choose.textContent = value ? text.replace : text.choose;
    this.adjust.hidden = !source;
    this.remove.hidden = !value;
    this.acts.hidden = Boolean(this.sending);
    if (!this.sending) {
      this.status.hidden = !value?.upload;
      if (value?.upload) fill(this.status, h("p", { class: "row-note", role: "status" }, text.waits));
    }
  }

  // The address of the whole picture: the file of this visit or of the outbox, else the stored one.
  address() {
    const { value, shown, base } = this;
    if (this.source) return this.source;
    const kept = value.upload && fileOfUpload(value.upload);
    if (kept) return kept;
    if (shown?.picture && shown.picture.object === value.object) return pictureAddress(shown, "whole", base);
    return value.object ? heldAddress(value.object, "1200") : value.preview ?? null;
  }

  set(value, source = null) {
    if (this.source && this.source !== source) URL.revokeObjectURL(this.source);
    Object.assign(this, { value, source });
    this.say(null);
    this.paint();
    this.changed();
  }

  async begin(file) {
    const problem = faultOf(file);
    if (problem || this.sending) {
      if (problem) this.say(problem);
      return;
    }
    this.say(null);
    const source = URL.createObjectURL(file);
    try {
      const stored = await this.store(file);
      const preview = await previewOf(source);
      this.set({ ...stored, crop: null, preview }, source);
      if (preview) await this.crop();
    } catch (error) {
      URL.revokeObjectURL(source);
      if (!(error instanceof Problem)) throw error;
      if (error.code !== "cancelled") this.say(explain(error));
    } finally {
      this.paint();
    }
  }

  // A picture of the search is stored already, with its credit.
  async find() {
    const found = await searchPicture(this.about?.());
    if (!found) return;
    const { object, credit } = found;
    this.set({ object, ...(credit && { credit }), crop: null });
    await this.crop();
  }

  // Uploads a file, or keeps it for later where Quad can't be reached.
  async store(file) {
    const key = crypto.randomUUID();
    const stop = new AbortController();
    this.sending = stop;
    this.showProgress(stop);
    try {
      if (network.isDown) throw new Problem({ code: "offline" });
      const { object, credit } = await upload("/v1/uploads", file, {
        key, signal: stop.signal, progress: (part) => this.progressed(part),
      });
      return { object, ...(credit && { credit }) };
    } catch (problem) {
      if (!(problem instanceof Problem) || !isUnreachable(problem) || !this.waits) throw problem;
      await keepUpload(file, key);
      return { upload: key };
    } finally {
      this.sending = null;
    }
  }

  showProgress(stop) {
    const text = words.pictures;
    this.bar = h("progress", { max: 1, value: 0, "aria-label": text.uploading });
    this.share = h("span", { class: "row-note" }, text.uploading);
    fill(this.status, this.share, this.bar, h("button", {
      class: "link-button", type: "button", onclick: () => stop.abort(),
    }, words.cancel));
    this.status.hidden = false;
    this.paint();
  }

  progressed(part) {
    this.bar.value = part;
    this.share.textContent = words.pictures.uploaded(percent(part));
  }

  async crop() {
    const source = this.address();
    let part;
    try {
      part = await choosePart(source, this.value.crop, this.frame);
    } catch (error) {
      if (error.name !== "EncodingError") throw error;
      this.say(words.pictures.unseen);
      return;
    }
    // An upload may have been rejected meanwhile.
    if (part && this.value) this.set({ ...this.value, crop: part }, this.source);
    this.adjust.focus({ preventScroll: true });
  }
}

// The fault of a file that is found before anything is sent.
function faultOf(file) {
  const text = words.pictures;
  if (file.size > maxBytes) return text.tooLarge;
  // A browser may not know the type of a file.
  const isPicture = file.type ? pictures.includes(file.type)
    : /\.(jpe?g|png|webp|gif|hei[cf])$/i.test(file.name);
  return isPicture ? null : text.typeBad;
}

// A small copy for the draft. Null if the browser can't read the picture.
async function previewOf(source) {
  const image = h("img", { src: source, alt: "" });
  try {
    await image.decode();
  } catch {
    return null;
  }
  const factor = Math.min(1, previewSide / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = h("canvas", {
    width: Math.max(1, Math.round(image.naturalWidth * factor)),
    height: Math.max(1, Math.round(image.naturalHeight * factor)),
  });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.7);
}

// A phone or tablet with a camera. Elsewhere a browser would open its file dialog for `capture`, too.
async function hasCamera() {
  if (!matchMedia("(pointer: coarse)").matches) return false;
  try {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.some(({ kind }) => kind === "videoinput");
  } catch {
    return false;
  }
}
