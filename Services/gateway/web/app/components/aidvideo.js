// A video of this site with its captions.

import { h } from "../dom.js";
import { language } from "../words/words.js";

/** True for an item whose video the site itself has. */
export function isOwnVideo({ kind, video }) {
  return kind === "video" && Boolean(video);
}

/**
 * The player. It begins by itself if a press led here. `onFailed()` is called if the video cannot be played:
 * the site or the connection is away, or the browser does not know its form.
 */
export function videoPlayer(item, title, onFailed) {
  const path = `/v1/guide/videos/${encodeURIComponent(item.id)}`;
  const mine = item.captions.findIndex((one) => one.language.split("-")[0] === language.split("-")[0]);
  const tracks = item.captions.map((one, at) => h("track", {
    kind: "captions", srclang: one.language, label: nameOf(one.language), default: at === Math.max(0, mine),
    src: `${path}/captions/${encodeURIComponent(one.language)}`,
  }));
  const video = h("video", {
    class: "aid-video", controls: true, playsinline: true, preload: "metadata", "aria-label": title,
    src: path, onerror: () => onFailed(),
  }, tracks);
  if (navigator.userActivation?.isActive) video.autoplay = true;
  return video;
}

// The name of a language in the language of the pages.
function nameOf(tag) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(tag);
  } catch {
    // The browser has no names of languages.
    return tag;
  }
}
