// Active sessions.

import { sessionList } from "../../components/sessions.js";
import { h } from "../../dom.js";
import { words } from "../../words/words.js";

/** The page at /settings/devices. */
export function devicesPage() {
  const sessions = sessionList();
  return {
    name: "devices", tab: "settings", title: words.account.devices.title, parent: "/settings",
    body: [h("p", { class: "quiet" }, words.account.devices.lead), sessions.element], stop: sessions.stop,
  };
}
