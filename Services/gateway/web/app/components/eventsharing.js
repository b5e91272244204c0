// Sharing an event: a snapshot of its countdown as a picture, and the public link. To-dos and the budget are
// never included.

import { getFile, send } from "../api.js";
import { fill, h } from "../dom.js";
import { countdownPhrase, explain, languageCode, words } from "../words/words.js";
import { copyButton } from "./formsheet.js";
import { fileName, saveFile } from "./savefile.js";
import { sheet } from "./sheet.js";
import { complain } from "./toast.js";

/** Opens the sheet. Calls `changed()` after the link was created or deleted. */
export async function openSharing(event, reading, changed) {
  let blob;
  try {
    blob = await getFile(cardOf(event, reading));
  } catch (error) {
    complain(error);
    return;
  }
  const text = words.sharing;
  const said = `${event.title}: ${countdownPhrase(reading.phrase)}`;
  const address = URL.createObjectURL(blob);
  const file = new File([blob], fileName(event.title, "png"), { type: "image/png" });
  const quiet = "button quiet-button";
  const button = (label, action) => h("button", { class: quiet, type: "button", onclick: action }, label);
  const opened = sheet({ title: text.title, body: [
    h("img", { class: "share-card", src: address, alt: said, width: 1200, height: 630 }),
    h("div", { class: "share-acts" },
      navigator.canShare?.({ files: [file] })
        && button(text.share, () => give({ files: [file], text: said })),
      copyPicture(blob, said),
      button(text.download, () => saveFile(blob, file.name)),
      button(text.print, () => window.print())),
    event.isMine && linkPart(event, changed),
  ] });
  opened.element.classList.add("share-sheet");
  await opened.closed;
  URL.revokeObjectURL(address);
}

// The address of the picture that the site draws, with the wand as the page shows it.
function cardOf(event, reading) {
  const query = new URLSearchParams({ language: languageCode });
  if (reading.isWandOn) query.set("magic", "true");
  return `/v1/events/${event.id}/card?${query}`;
}

// Closing the device's own share sheet is not an error.
async function give(what) {
  try {
    await navigator.share(what);
  } catch (error) {
    if (error.name !== "AbortError") complain(error);
  }
}

// Copies the text instead where the browser can't copy pictures.
function copyPicture(blob, said) {
  const text = words.sharing;
  if (!window.ClipboardItem || !navigator.clipboard?.write) return copyButton(text.copyWords, said);
  const button = h("button", {
    class: "button quiet-button", type: "button", "aria-live": "polite", onclick: async () => {
      try {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
        button.textContent = words.copied;
      } catch {
        button.textContent = text.notCopied;
      }
    },
  }, text.copy);
  return button;
}

// The link is shown once, when it is created, because the site doesn't store it in a readable form.
function linkPart(event, changed) {
  const text = words.sharing.link;
  const path = `/v1/events/${event.id}/link`;
  const place = h("section", { class: "share-link", "aria-live": "polite" });
  const alert = h("p", { class: "alert", role: "alert", hidden: true });
  const act = (label, look, action) => {
    const button = h("button", { class: `button ${look}`, type: "button", onclick: async () => {
      alert.hidden = true;
      button.setAttribute("aria-busy", "true");
      try {
        await action();
        changed();
      } catch (problem) {
        alert.textContent = explain(problem);
        alert.hidden = false;
      }
      button.removeAttribute("aria-busy");
    } }, label);
    return button;
  };
  const make = async () => {
    show(true, (await send("POST", path)).path);
    place.scrollIntoView({ block: "end" });
  };
  const end = async () => {
    await send("DELETE", path);
    show(false);
  };
  const show = (hasLink, made = null) => {
    const url = made && new URL(made, location.origin).href;
    fill(place, h("h3", {}, text.title), h("p", { class: "quiet" }, hasLink && !made ? text.on : text.what),
      url && [h("output", { class: "secret-text" }, url), h("p", { class: "hint" }, text.once)],
      alert,
      h("div", { class: "share-acts" },
        url && copyButton(text.copy, url, "button"),
        url && navigator.share && h("button", {
          class: "button", type: "button", onclick: () => give({ title: event.title, url }),
        }, text.send),
        act(hasLink ? text.anew : text.make, "quiet-button", make),
        hasLink && act(text.end, "danger-quiet", end)));
  };
  show(event.hasLink);
  return place;
}
