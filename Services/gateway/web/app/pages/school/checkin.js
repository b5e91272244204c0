// The page of one check-in: where a scanned code and the notification lead.

import { Problem, get } from "../../api.js";
import { tick } from "../../clock.js";
import { CheckInPanel } from "../../components/checkinpanel.js";
import { nameOfCheckIn } from "../../components/opencheckins.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { positionPermission } from "../../components/position.js";
import { dropTicket, isValid, takeTicket, ticketOf } from "../../components/tickets.js";
import { welcome } from "../../components/welcome.js";
import { fill, h } from "../../dom.js";
import { codeIn, isDone, needsPlace, timeLeft } from "../../models/checkins.js";
import { go } from "../../router.js";
import { seemsSignedIn, sharing } from "../../state.js";
import { explain, words } from "../../words/words.js";

/** The page at /checkin/:id. Guests keep the ticket of their scan while they sign in. */
export function checkInPage({ params }) {
  const page = new CheckInPage(params.id);
  page.begin();
  return {
    name: "checkin", tab: "school", title: words.checkingIn.title, parent: "/school", body: page.body,
    isPlain: !seemsSignedIn(),
    onEvent: (topic, data) => page.onEvent(topic, data),
    stop: () => page.stop(),
  };
}

class CheckInPage {
  constructor(id) {
    this.id = id;
    this.path = `/v1/checkins/${encodeURIComponent(id)}`;
    this.body = h("div", { class: "checkins" }, skeleton(2));
    Object.assign(this, { panel: null, trouble: null, isOver: false, isScan: false });
    this.endTick = () => {};
    this.load = sharing(() => this.fetch());
  }

  async begin() {
    const code = codeIn(location.hash.slice(1).slice(0, 40));
    // Keep the code out of the address bar and the history.
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
    if (code) await this.exchange(code);
    if (this.isOver) return;
    if (seemsSignedIn()) this.load();
    else this.greet();
  }

  // At first load, because the code is only accepted for half a minute.
  async exchange(code) {
    this.isScan = true;
    try {
      await takeTicket(this.id, code);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.trouble = problem;
    }
  }

  greet() {
    const text = words.checkingIn;
    const ticket = ticketOf(this.id);
    const line = h("p", { class: "quiet", role: "status" }, text.guestPlain);
    if (ticket) {
      const until = Date.parse(ticket.until);
      this.endTick = tick(until, (now) => {
        line.textContent = now < until ? text.guestText(timeLeft(until, now)) : text.guestExpired;
      });
    }
    fill(this.body, welcome("📍", ticket ? text.guestTitle : text.title, null,
      this.trouble && h("p", { class: "notice", role: "alert" }, sayProblem(this.trouble)), line,
      h("a", { class: "button", href: `/signin?next=${encodeURIComponent(`/checkin/${this.id}`)}` },
        text.signIn)));
  }

  async fetch() {
    try {
      const checkIn = await get(this.path);
      if (!this.isOver) this.take(checkIn);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver) return;
      if (["not_found", "no_checkin", "id_bad"].includes(problem.code)) this.miss();
      else if (!this.panel) fill(this.body, failed(problem, () => this.load()));
    }
  }

  take(checkIn) {
    if (checkIn.role !== "student") {
      go(`/school/checkins/${checkIn.id}`, { replace: true });
      return;
    }
    if (this.panel) {
      this.panel.take(checkIn);
      return;
    }
    this.panel = new CheckInPanel(checkIn, {
      looks: !ticketOf(this.id), named: (one) => nameOfCheckIn(one),
    });
    fill(this.body, this.panel.element);
    this.useTicket(checkIn);
  }

  // A scan is the press: it checks in at once, unless the browser still has to ask for the position.
  async useTicket(checkIn) {
    const ticket = ticketOf(this.id);
    if (isDone(checkIn)) {
      dropTicket();
      return;
    }
    if (this.trouble) this.panel.fail(this.trouble);
    else if (ticket && !isValid(ticket)) this.panel.fail(new Problem({ code: "ticket_expired" }));
    else if (ticket && (!needsPlace(checkIn) || await positionPermission() === "granted")) {
      if (!this.isOver) this.panel.submit();
    }
    this.trouble = null;
  }

  miss() {
    const text = words.checkingIn;
    this.panel?.stop();
    this.panel = null;
    fill(this.body, empty("🧭", text.gone, text.goneText,
      h("a", { class: "button", href: "/school" }, text.toSchool)));
  }

  onEvent(topic, data) {
    const isOurs = data?.checkIn === this.id;
    if (topic === "reset" || (isOurs && /^attendance\.(checkin|record)\./.test(topic))) this.load();
  }

  stop() {
    this.isOver = true;
    this.endTick();
    this.panel?.stop();
  }
}

function sayProblem(problem) {
  const say = words.checkingIn.reasons[problem.code];
  return say && problem.code !== "closed" ? say({}) : explain(problem);
}
