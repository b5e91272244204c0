// The page of a public link: an event and its countdown, without its people and lists.

import { get } from "../../api.js";
import { countdownFace } from "../../components/countdownface.js";
import { datesList } from "../../components/eventdates.js";
import { eventPicture, repeatsOf, whenOf, whenThere } from "../../components/eventparts.js";
import { creditOf, empty, failed, label, skeleton } from "../../components/pieces.js";
import { fill, h } from "../../dom.js";
import { seemsSignedIn } from "../../state.js";
import { sentence, words } from "../../words/words.js";

/** The page at /shared/:token. */
export function sharedEventPage({ params }) {
  const text = words.sharing.page;
  const body = h("div", { class: "event-page shared-page" },
    h("h1", { class: "spoken" }, words.events.one), skeleton(3));
  let face = null;

  const path = `/v1/shared-events/${encodeURIComponent(params.token)}`;

  function show(event) {
    face?.stop();
    face = countdownFace(Date.parse(event.next), {
      said: (sentence) => { document.title = `${sentence} · ${event.title} · ${words.app}`; },
    });
    const there = whenThere(event);
    const repeats = repeatsOf(event);
    fill(body,
      h("header", { class: "event-head" }, eventPicture(event, "hero", path),
        h("div", { class: "event-head-words" },
          h("h1", {}, event.title), h("p", {}, sentence(whenOf(event))),
          there && h("p", { class: "event-there" }, there),
          event.place && h("p", { class: "event-place" }, event.place))),
      face.element,
      creditOf(event), repeats && h("p", { class: "marks" }, label(repeats)), datesList(event),
      h("p", { class: "links shared-foot" }, seemsSignedIn() ? h("a", { href: "/events" }, words.events.title)
        : h("a", { href: "/signup" }, text.join)));
  }

  const load = async () => {
    try {
      show(await get(path));
    } catch (problem) {
      if (problem.status === 404) {
        fill(body, h("h1", { class: "spoken" }, words.notFound.title), empty("🔗", text.gone, text.goneText,
          h("a", { class: "button", href: "/" }, words.notFound.home)));
      } else fill(body, failed(problem, load));
    }
  };
  load();
  return { name: "shared", title: words.events.one, isPlain: true, body, stop: () => face?.stop() };
}
