// The school's announcements: those who post them see how many people have seen each.

import { Problem, send } from "../api.js";
import { h, spoken } from "../dom.js";
import { momentOf } from "../models/eventvalues.js";
import { deviceZone, wallOf } from "../models/zonetime.js";
import { state, watch } from "../state.js";
import { dateOf, moment, words } from "../words/words.js";
import { field } from "./form.js";
import { formSheet } from "./formsheet.js";
import { pagedList } from "./list.js";
import { ask, empty, label } from "./pieces.js";
import { complain, toast } from "./toast.js";

const path = "/v1/school/announcements";
/** The time in sight after which an announcement counts as seen (ms). */
const readAfter = 1000;

/** True for people who may post to the whole school: staff and administrators. */
export function mayAnnounce() {
  return Boolean(state.me?.roles.some((role) => role === "staff" || role === "admin"));
}

/** The list of announcements, with the button to post one. */
export class Announcements {
  constructor() {
    const text = words.announcements;
    this.seen = new Set();
    this.timers = new Map();
    this.watcher = new IntersectionObserver((entries) => this.look(entries), { threshold: 0.6 });
    this.list = pagedList({
      name: "school.announcements", load: (cursor, question) => question(path, { limit: 50, cursor }),
      row: (one) => this.row(one), empty: () => empty("📣", text.empty, text.emptyText),
    });
    const post = h("button", { class: "button quiet-button announce", type: "button",
      onclick: () => this.edit(null) }, text.post);
    const offer = () => { post.hidden = !mayAnnounce(); };
    this.element = h("div", { class: "home-segment" }, post, this.list.element);
    this.unwatch = watch(offer);
    offer();
    this.list.refresh();
  }

  row(one) {
    const text = words.announcements;
    const node = h("li", { class: "row announcement" },
      h("article", { class: "announcement-words" },
        h("h2", { class: "row-title", dir: "auto" }, one.title, !one.isSeen && [" ", label(text.isNew)]),
        h("p", { class: "announcement-text", dir: "auto" }, one.text),
        h("p", { class: "row-note" }, [one.author && text.by(one.author), moment(one.posted),
          one.expires && text.until(dateOf(one.expires)), one.seen !== undefined && text.seen(one.seen)]
          .filter(Boolean).join(" · ")),
        one.isMine && h("div", { class: "course-acts" },
          this.button(text.edit, one, () => this.edit(one)),
          this.button(text.delete, one, () => this.remove(one)))));
    node.dataset.announcement = one.id;
    if (!one.isSeen && !this.seen.has(one.id)) this.watcher.observe(node);
    return node;
  }

  button(said, { title }, onclick) {
    return h("button", { class: "link-button", type: "button", onclick }, said, spoken(`: ${title}`));
  }

  // One that was in sight for a moment has been seen.
  look(entries) {
    for (const { target, isIntersecting } of entries) {
      const id = target.dataset.announcement;
      clearTimeout(this.timers.get(id));
      if (isIntersecting) this.timers.set(id, setTimeout(() => this.record(target, id), readAfter));
    }
  }

  async record(node, id) {
    if (document.hidden || this.seen.has(id)) return;
    this.seen.add(id);
    this.watcher.unobserve(node);
    try {
      await send("PUT", `${pathOf({ id })}/seen`);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // It counts the next time that it is shown.
      this.seen.delete(id);
    }
  }

  async edit(one) {
    const text = words.announcements;
    const until = one?.expires ? wallOf(Date.parse(one.expires), deviceZone).date : "";
    const made = await formSheet({
      title: one ? text.editTitle : text.post, label: one ? words.save : text.postAct,
      lead: one ? null : text.lead, draft: one ? `announcements/${one.id}` : "announcements/new",
      parts: [
        field({ name: "title", label: text.title, value: one?.title ?? "", maxLength: 120, required: true,
          autocomplete: "off" }),
        field({ name: "text", label: text.text, kind: "textarea", value: one?.text ?? "", maxLength: 4000,
          required: true }),
        field({ name: "expires", label: text.expires, kind: "date", hint: text.expiresHint, value: until,
          isOptional: true }),
      ],
      submit: ({ title, text: typed, expires }) => {
        const end = expires ? endOf(expires) : null;
        const body = { title: title.trim(), text: typed.trim() };
        return one ? send("PATCH", pathOf(one), { ...body, expires: end, version: one.version })
          : send("POST", path, { ...body, ...end && { expires: end } });
      },
    });
    if (!made) return;
    toast(one ? words.saved : text.posted);
    this.list.refresh();
  }

  async remove(one) {
    const text = words.announcements;
    const yes = await ask({ title: text.deleteTitle(one.title), text: text.deleteText, action: text.delete,
      isDangerous: true });
    if (yes === null) return;
    try {
      await send("DELETE", pathOf(one));
      this.list.hold(one.id);
      toast(text.deleted);
    } catch (problem) {
      complain(problem);
    }
  }

  onEvent(topic) {
    if (topic === "campus.announcement.changed" || topic === "reset") this.list.refresh();
  }

  stop() {
    this.watcher.disconnect();
    this.unwatch();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.list.stop();
  }
}

const pathOf = ({ id }) => `${path}/${encodeURIComponent(id)}`;

// The end of a day on this device.
function endOf(date) {
  const { instant } = momentOf({ date, time: "23:59", zone: deviceZone, isAllDay: false });
  return new Date(instant).toISOString();
}
