// Scans the QR code of a room or of a check-in with the camera, if the browser supports it. Otherwise the
// phone's camera app does.

import { fill, h, icon } from "../dom.js";
import { pathOfCode } from "../models/checkins.js";
import { go } from "../router.js";
import { words } from "../words/words.js";
import { pathOfLink } from "./invitation.js";
import { sheet } from "./sheet.js";

/** The pause between two scans (ms). Each one takes a phone several milliseconds. */
const pause = 200;

/** A button that scans the code of a room, or a hint how to scan without it. */
export function scanOffer() {
  const { scan, scanHint, scanLead, scanOther } = words.room;
  return offer({ title: scan, hint: scanHint, lead: scanLead, other: scanOther, pathOf: pathOfLink });
}

/** The same for the code of a check-in. */
export function codeScanner() {
  const { scan, scanHint, scanLead, scanOther } = words.checkingIn;
  return offer({ title: scan, hint: scanHint, lead: scanLead, other: scanOther, pathOf: pathOfCode });
}

// `pathOf(text)` is the path in the client of a scanned text, or null for another code.
function offer(kind) {
  const place = h("div", { class: "scan-offer" }, h("p", { class: "hint" }, kind.hint));
  canScan().then((can) => {
    if (!can) return;
    fill(place, h("button", { class: "button quiet-button", type: "button", onclick: () => scan(kind) },
      icon("scan"), kind.title));
  });
  return place;
}

async function canScan() {
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices?.getUserMedia) return false;
  try {
    return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
  } catch {
    return false;
  }
}

function scan({ title, lead, other, pathOf }) {
  const text = words.room;
  const video = h("video", { class: "viewfinder", playsinline: true, "aria-label": text.viewfinder });
  const note = h("p", { role: "status" }, lead);
  let stream = null;
  let isOver = false;
  video.muted = true;

  // Turn the camera off when the page is hidden.
  const whenHidden = () => {
    if (document.hidden) close();
  };
  const { close, closed } = sheet({
    title, body: [video, note], actions: [{ label: words.cancel, kind: "quiet" }],
  });
  closed.then(() => {
    isOver = true;
    document.removeEventListener("visibilitychange", whenHidden);
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  });
  document.addEventListener("visibilitychange", whenHidden);

  async function look() {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isOver) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      video.srcObject = stream;
      await video.play();
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      while (!isOver) {
        const [found] = await detector.detect(video);
        const path = found && pathOf(found.rawValue);
        if (isOver) return;
        if (path) {
          close();
          await closed;
          go(path);
          return;
        }
        if (found) note.textContent = other;
        await new Promise((resume) => setTimeout(resume, pause));
      }
    } catch (error) {
      if (isOver) return;
      video.hidden = true;
      note.textContent = error.name === "NotAllowedError" ? text.cameraRefused : text.cameraMissing;
    }
  }

  look();
}
