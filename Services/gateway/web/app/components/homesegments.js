// The segments of School's home page: the courses, the announcements, and each source of news. The one that
// was open last opens again on this device.

import { Problem, get, lastSeen } from "../api.js";
import { runs } from "../apps.js";
import { fill, h } from "../dom.js";
import { keepFocus } from "../frame.js";
import { lists, sharing, state, watch } from "../state.js";
import { words } from "../words/words.js";
import { Announcements, mayAnnounce } from "./announcements.js";
import { chips, segmented } from "./choices.js";
import { CourseList } from "./courselist.js";
import { isTeacher } from "./coursepieces.js";
import { sourceSegment } from "./newssource.js";
import { empty, failed, skeleton } from "./pieces.js";

const path = "/v1/school/sources";
const newest = ["/v1/school/announcements", { limit: 1 }];
const key = "quad.school.segment";
const [ofCourses, ofAnnouncements] = ["courses", "announcements"];
/** The limits of a segmented control by the number of segments: the longest title (characters). */
const maxTitles = { 2: 20, 3: 13, 4: 9 };

export class HomeSegments {
  constructor({ focus, isReturn }) {
    Object.assign(this, { focus, isReturn, shown: null, sources: null, hasNews: false, isOver: false });
    // What comes below keeps its place, whether there will be one segment or several.
    this.switches = h("div", { class: "home-switch in-turn" }, h("span"));
    this.place = h("div", { class: "in-turn" });
    this.elements = [this.switches, h("div", { class: "in-turn" }, skeleton(3)), this.place];
    // The switch names the courses to the eye alone.
    this.heading = h("h2", { class: "spoken" }, words.schoolNews.courses);
    this.add = h("div", { class: "bar-add" });
    this.load = sharing(() => this.fetch());
    const asked = new URLSearchParams(location.search);
    const wantsCourses = asked.has("courses") || asked.has("all") || focus;
    this.wanted = wantsCourses ? ofCourses : remembered();
  }

  async begin() {
    const seen = lists.get("school.home");
    if (seen) this.take(...seen);
    this.unwatch = watch(() => this.follow());
    this.load();
    const [known, news] = await Promise.all([lastSeen(path), lastSeen(...newest)]);
    if (known && !this.sources && !this.isOver) this.take(known.items, news?.items ?? []);
  }

  async fetch() {
    try {
      const [{ items }, news] = await Promise.all([get(path), get(...newest)]);
      if (!this.isOver) this.take(items, news.items);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver || this.sources) return;
      // The courses come from another program.
      if (runs("courses")) this.take([], []);
      else fill(this.elements[1], failed(problem, () => this.load()));
    }
  }

  take(sources, news) {
    fill(this.elements[1]);
    this.sources = sources.filter(({ isOn }) => isOn !== false);
    this.hasNews = news.length > 0;
    lists.set("school.home", [sources, news]);
    this.paint();
  }

  // Whether somebody may post depends on the roles, which may not be known yet.
  follow() {
    const roles = JSON.stringify(state.me?.roles ?? null);
    if (roles === this.roles || !this.sources) return;
    this.roles = roles;
    this.paint();
  }

  // `[name, title, make]` of each segment.
  segments() {
    const text = words.schoolNews;
    const sources = this.sources.map((source) => source.kind === "announcements"
      ? [ofAnnouncements, source.title, () => new Announcements()]
      : [source.id, source.title, () => sourceSegment(source, (changed) => this.keep(changed))]);
    const isListed = sources.some(([name]) => name === ofAnnouncements);
    const own = !isListed && (this.hasNews || mayAnnounce())
      ? [[ofAnnouncements, text.announcements, () => new Announcements()]] : [];
    const courses = runs("courses")
      ? [[ofCourses, text.courses, () => this.courses()]] : [];
    // Those who teach begin with their courses, all others with the news.
    return isTeacher() ? [...courses, ...own, ...sources] : [...own, ...sources, ...courses];
  }

  courses() {
    return new CourseList({ focus: this.focus, isReturn: this.isReturn, isSegment: true });
  }

  paint() {
    const all = this.segments();
    const names = all.map(([name]) => name);
    const name = names.includes(this.wanted) ? this.wanted : names[0] ?? null;
    const kind = JSON.stringify(all.map(([one, title]) => [one, title]));
    if (kind !== this.kind) {
      this.kind = kind;
      this.heading.hidden = all.length === 1;
      fill(this.switches, all.length > 1 ? switchOf(all, name, (chosen) => this.choose(chosen))
        : all.map(([, title]) => h("h2", {}, title)));
    }
    if (name === this.shown?.name) {
      const source = this.sources.find(({ id }) => id === name);
      if (source) this.shown.part.take?.(source);
      return;
    }
    this.show(all.find(([one]) => one === name) ?? null);
  }

  show(segment) {
    this.shown?.part.stop();
    this.shown = null;
    fill(this.add);
    if (!segment) {
      fill(this.place, empty("🏫", words.schoolNews.none, words.schoolNews.noneText));
      return;
    }
    const [name, title, make] = segment;
    const part = make();
    this.shown = { name, part };
    part.begin?.();
    fill(this.add, part.add);
    fill(this.place,
      h("section", { class: "home-part", "aria-label": title }, name === ofCourses && this.heading,
        part.elements ?? part.element));
    keepFocus();
  }

  choose(name) {
    this.wanted = name;
    remember(name);
    this.show(this.segments().find(([one]) => one === name));
  }

  keep(changed) {
    this.sources = this.sources.map((one) => one.id === changed.id ? changed : one);
  }

  refresh() {
    this.shown?.part.onEvent("reset", null);
    return this.load();
  }

  onEvent(topic, data) {
    if (/^campus\.(source|announcement)\.changed$|^reset$/.test(topic)) this.load();
    this.shown?.part.onEvent(topic, data);
  }

  stop() {
    this.isOver = true;
    this.unwatch();
    this.shown?.part.stop();
  }
}

// A segmented control where the titles fit into one, else chips.
function switchOf(all, value, onchange) {
  const longest = Math.max(...all.map(([, title]) => title.length));
  const options = all.map(([name, title]) => [name, title]);
  const label = words.schoolNews.segments;
  if (longest <= (maxTitles[all.length] ?? 0)) {
    const { element } = segmented({ name: "segment", label, value, options, onchange });
    element.classList.add("course-tabs");
    return element;
  }
  return chips({ label, value, options, onchange });
}

function remembered() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(name) {
  try {
    localStorage.setItem(key, name);
  } catch {
    // Storage is blocked: the first segment opens next time.
  }
}
