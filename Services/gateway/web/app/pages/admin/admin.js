// The administration: its pages, and the site's sign-up settings.

import { get, send } from "../../api.js";
import { badge, failed, skeleton } from "../../components/pieces.js";
import { emoji, fill, h, icon } from "../../dom.js";
import { loadSite, update } from "../../state.js";
import { explain, languages, listed, moment, words } from "../../words/words.js";

const places = [
  ["people", "👥"], ["invites", "✉️"], ["dorms", "🏛️"], ["rooms", "🚪"], ["reports", "🚩"], ["deliveries", "📪"],
  ["audit", "📜"],
];
/** The limit on counted reports. The badge shows 99+ beyond it. */
const countUpTo = 100;

/** The page at /admin. */
export function adminPage() {
  const text = words.admin;
  const site = h("div", {}, skeleton(1));
  const backup = h("div", {});
  const waiting = h("span", {});
  let isOver = false;

  const loadReports = async () => {
    try {
      const { items } = await get("/v1/admin/reports", { limit: countUpTo });
      if (!isOver) fill(waiting, badge(items.length, text.waiting(items.length)));
    } catch {
      // The link to the reports stays without its count.
      if (!isOver) fill(waiting);
    }
  };
  const load = async () => {
    try {
      const found = await loadSite();
      if (!isOver) fill(site, siteCard(found));
    } catch (problem) {
      if (!isOver) fill(site, failed(problem, load));
    }
  };

  const loadBackup = async () => {
    try {
      const found = await get("/v1/admin/backup");
      if (!isOver) fill(backup, backupCard(found));
    } catch {
      // The page works without it; an old backup is a notification, too.
      if (!isOver) fill(backup);
    }
  };

  load();
  loadBackup();
  loadReports();
  return {
    name: "admin", tab: "admin", title: text.title, parent: "/settings",
    body: [
      backup,
      h("ul", { class: "admin-places" }, places.map(([name, sign]) =>
        h("li", {}, h("a", { class: "admin-place", href: `/admin/${name}` },
          h("span", { class: "admin-sign" }, emoji(sign)),
          h("span", { class: "admin-words" }, h("strong", {}, text[name].title),
            h("span", { class: "row-note" }, text[name].about)),
          name === "reports" && waiting, icon("next"))))),
      site,
    ],
    onEvent: (topic) => {
      if (topic.startsWith("roomhub.message.") || topic === "reset") loadReports();
      if (topic === "auth.site.changed" || topic === "reset") {
        update({ site: null });
        load();
      }
    },
    stop: () => {
      isOver = true;
    },
  };
}

/** Nothing while backups are recent: the site's card is enough for that. */
function backupCard({ last, isOld }) {
  const text = words.admin.backup;
  const when = last && moment(last);
  if (!isOld) return last && h("p", { class: "hint admin-backup" }, text.recent(when));
  return h("section", { class: "card admin-backup", role: "status" }, h("h2", {}, text.title),
    h("p", { class: "warning" }, last ? text.old(when) : text.none), h("p", {}, text.act));
}

function siteCard(site) {
  const text = words.admin.site;
  const mode = text.modes[site.signUp];
  return h("section", { class: "card admin-site" }, h("h2", {}, site.name),
    h("dl", { class: "admin-facts" },
      h("div", {}, h("dt", {}, text.signUp),
        h("dd", {}, typeof mode === "function" ? mode(listed(site.domains)) : mode)),
      h("div", {}, h("dt", {}, text.zone), h("dd", {}, site.zone?.replaceAll("_", " "))),
      h("div", {}, h("dt", {}, text.language), h("dd", {}, languages[site.language])),
      h("div", {}, h("dt", {}, text.mail), h("dd", {}, site.sendsMail ? text.sendsMail : text.noMail))),
    site.sendsMail ? mailTest() : h("p", { class: "warning" }, text.unverified),
    h("p", { class: "hint" }, text.where));
}

/** A button that has a test mail sent, with the mail server's answer below it. */
function mailTest() {
  const text = words.admin.site;
  const answer = h("p", { class: "notice", role: "status", hidden: true });
  const show = (line, isBad) => {
    answer.className = isBad ? "alert" : "notice";
    answer.textContent = line;
    answer.hidden = false;
  };
  const button = h("button", { class: "button quiet-button", type: "button" }, text.testMail);
  button.addEventListener("click", async () => {
    if (button.hasAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    answer.hidden = true;
    try {
      const tested = await send("POST", "/v1/admin/mail/test");
      show(text.tests[tested.outcome](tested), tested.outcome !== "accepted");
    } catch (problem) {
      show(explain(problem), true);
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
  return h("div", { class: "admin-mail" }, button, answer);
}
