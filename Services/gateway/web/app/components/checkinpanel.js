// One check-in as its student sees it: whether they can check in, the button that does, and the receipt.

import { Problem, send } from "../api.js";
import { clock, tick } from "../clock.js";
import { fill, h, icon, spoken, svg } from "../dom.js";
import { codeIn, groupedCode, isDone, needsCode, needsPlace, phaseOf, timeLeft } from "../models/checkins.js";
import { ownName } from "../models/courses.js";
import { isUnreachable } from "../offline/network.js";
import { watchOutbox } from "../offline/outbox.js";
import { explain, lengthOf, shortMoment, timeOf, words } from "../words/words.js";
import { field } from "./form.js";
import { asSent, isFresh, measure, positionPermission } from "./position.js";
import { heldPress, press, watchPresses } from "./presses.js";
import { codeScanner } from "./scanner.js";
import { dropTicket, isValid, ticketOf } from "./tickets.js";

/** The pause between two questions about the same check-in (ms); the site answers six in a minute. */
const minPause = 10_000;
/** The times of the last question by check-in (ms). */
const asked = new Map();
/** The limit on remembered times: the check-ins of a day. */
const maxAsked = 200;
const ofCode = ["code_needed", "checkin_code_wrong", "checkin_code_bad"];
const ofTicket = ["ticket_expired", "ticket_used", "ticket_bad"];
const ofPlace = ["out_of_range", "accuracy_low", "fix_stale", "fix_needed", "location_denied",
  "location_missing", "location_failed"];
/** Refusals after which another look cannot help. */
const final = ["closed", "no_checkin", "not_found", "instructor_only", "not_enrolled", "not_allowed",
  "term_locked"];

/**
 * The panel of a check-in. With `looks`, it measures the position once if that is permitted and asks the site
 * for a verdict, which records nothing. `named()` returns what stands at its top, and `changed(checkIn)` is
 * called after its record or its phase has changed.
 */
export class CheckInPanel {
  constructor(checkIn, { looks = true, named = () => null, changed = () => {} } = {}) {
    Object.assign(this, { checkIn, looks, named, changed });
    Object.assign(this, { step: "idle", refusal: null, fix: null, verdict: null, wantsCode: false });
    Object.assign(this, { isOver: false, shown: null, phase: null });
    this.left = h("span", { class: "checkin-left", "aria-hidden": "true" });
    this.aloud = spoken("");
    this.head = h("div", { class: "checkin-head" });
    this.body = h("div", { class: "checkin-body", "aria-live": "polite" });
    this.code = codeField(() => this.submit());
    const label = words.checkingIn.of(checkIn.courseName);
    this.element = h("section", { class: "card checkin", "aria-label": label }, this.head, this.body);
    this.unwatch = [
      watchPresses((id, outcome) => this.arrived(id, outcome)), watchOutbox(() => this.paint()),
    ];
    this.whenSeen = () => {
      if (!document.hidden && this.looks) this.look();
    };
    document.addEventListener("visibilitychange", this.whenSeen);
    this.stopTicking = () => {};
    this.take(checkIn);
    if (looks) this.look();
  }

  /** Shows a newer state of the check-in. */
  take(checkIn) {
    // A reply that was asked for before the press doesn't take the receipt away.
    const known = this.checkIn.mine;
    this.checkIn = known && !checkIn.mine && checkIn.version === this.checkIn.version
      ? { ...checkIn, mine: known } : checkIn;
    // The news of a record may come before the reply to its press.
    if (isDone(this.checkIn) && ticketOf(this.checkIn.id)) dropTicket();
    fill(this.head, this.named(this.checkIn), h("p", { class: "checkin-when" }, this.left, this.aloud));
    this.count();
    this.paint();
  }

  stop() {
    this.isOver = true;
    this.stopTicking();
    document.removeEventListener("visibilitychange", this.whenSeen);
    clearTimeout(this.again);
    for (const end of this.unwatch) end();
  }

  // Counts down to the opening, then to the end. Screen readers get no seconds.
  count() {
    this.stopTicking();
    const text = words.checkingIn;
    const { opens, closes } = this.checkIn;
    const isPlanned = () => phaseOf(this.checkIn, clock.now()) === "planned";
    const target = Date.parse(isPlanned() ? opens : closes);
    this.stopTicking = tick(target, (now) => {
      const phase = phaseOf(this.checkIn, now);
      const line = phase === "closed" ? text.closedAt(shortMoment(closes))
        : phase === "planned" ? text.opensIn(timeLeft(target, now)) : text.closesIn(timeLeft(target, now));
      if (this.left.textContent !== line) this.left.textContent = line;
      const minutes = Math.max(0, Math.ceil((target - now) / 60_000));
      const phrase = phase === "closed" ? line : phase === "planned"
        ? text.opensAt(timeOf(opens)) : text.closesIn(lengthOf(minutes));
      if (this.aloud.textContent !== phrase) this.aloud.textContent = phrase;
      if (this.phase === phase) return;
      const isFirst = this.phase === null;
      this.phase = phase;
      if (!isFirst) setTimeout(() => this.turned());
    });
  }

  // It has opened or closed while somebody was looking.
  turned() {
    if (this.isOver) return;
    Object.assign(this, { step: "idle", refusal: null });
    this.count();
    this.paint();
    this.changed(this.checkIn);
    if (this.looks) this.look();
  }

  isOpen() {
    return phaseOf(this.checkIn, clock.now()) === "open" && !this.checkIn.isLocked;
  }

  proofs() {
    const ticket = ticketOf(this.checkIn.id);
    return isValid(ticket) ? { ticket: ticket.ticket } : {};
  }

  // Measures the position, if that is permitted, and asks the site. `isWanted` by a press of the button.
  async look({ isWanted = false } = {}) {
    const { mode } = this.checkIn;
    if (mode === "manual" || isDone(this.checkIn) || heldPress(this.checkIn.id) || !this.isOpen()) return;
    if (["asking", "sending"].includes(this.step) || !needsPlace(this.checkIn)) return;
    const permission = await positionPermission();
    if (this.isOver) return;
    if (permission === "denied" || permission === "missing") {
      this.refuse(`location_${permission}`);
      return;
    }
    if (permission === "prompt" && !isWanted) return;
    const rest = minPause - (Date.now() - (asked.get(this.checkIn.id) ?? 0));
    if (rest > 0 && !isWanted) return;
    this.go("asking");
    if (rest > 0) {
      await new Promise((resume) => { this.again = setTimeout(resume, rest); });
      if (this.isOver) return;
    }
    await this.ask();
  }

  async ask() {
    try {
      this.fix = isFresh(this.fix) ? this.fix : await measure();
      if (this.isOver) return;
      if (asked.size >= maxAsked) asked.clear();
      asked.set(this.checkIn.id, Date.now());
      this.judged(await send("POST", `/v1/checkins/${encodeURIComponent(this.checkIn.id)}/verdict`,
        { fix: asSent(this.fix), ...this.proofs() }));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver) return;
      // The press is judged in any case, so no answer is no reason against it.
      if (isUnreachable(problem) || problem.code === "slow_down") this.go("idle");
      else this.fail(problem);
    }
  }

  judged(verdict) {
    if (this.isOver) return;
    this.verdict = verdict;
    if (verdict.mine && (verdict.reason === "already_done" || verdict.mine.status === "pending")) {
      this.done(verdict.mine);
      return;
    }
    if (verdict.isOpen || ofCode.includes(verdict.reason)) this.go("idle");
    else this.refuse(verdict.reason);
  }

  go(step) {
    Object.assign(this, { step, refusal: null });
    this.paint();
  }

  refuse(code, problem = null) {
    Object.assign(this, { step: "idle", refusal: { code, problem } });
    this.paint();
  }

  fail(problem) {
    if (ofTicket.includes(problem.code)) dropTicket();
    if (ofCode.includes(problem.code)) {
      this.wantsCode = true;
      dropTicket();
      this.go("idle");
      this.code.say(words.checkingIn.reasons[problem.code]?.(this.facts()) ?? explain(problem));
      this.code.input.focus();
      return;
    }
    if (final.includes(problem.code)) this.changed(this.checkIn);
    this.refuse(problem.code, problem);
  }

  done(mine) {
    Object.assign(this, { step: "idle", refusal: null, wantsCode: false });
    this.checkIn = { ...this.checkIn, mine };
    dropTicket();
    this.paint();
    this.changed(this.checkIn);
  }

  arrived(id, { receipt, problem }) {
    if (id !== this.checkIn.id || this.isOver) return;
    if (receipt) this.done(receipt);
    else this.fail(problem);
  }

  /** Checks in with what there is: the position if the mode asks for it, the ticket or the typed code. */
  async submit() {
    if (this.step !== "idle") return;
    const { ticket = null } = this.proofs();
    const typed = this.code.input.value;
    const code = ticket ? null : codeIn(typed);
    const asksCode = needsCode(this.checkIn) || (this.wantsCode && typed !== "");
    if (asksCode && !ticket && !code) {
      this.code.say(words.checkingIn.reasons[typed ? "checkin_code_bad" : "code_needed"](this.facts()));
      this.code.input.focus();
      return;
    }
    this.go("sending");
    try {
      const fix = needsPlace(this.checkIn) ? isFresh(this.fix) ? this.fix : await measure() : null;
      this.fix = fix;
      const { receipt, isHeld } = await press(this.checkIn, { fix, code, ticket });
      if (this.isOver) return;
      this.code.input.value = "";
      if (isHeld) this.go("idle");
      else this.done(receipt);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.isOver) return;
      // The verdict on the same position has the distance.
      if (problem.code === "out_of_range" && !this.verdict) await this.ask();
      else this.fail(problem);
    }
  }

  facts() {
    const { opens, closes } = this.checkIn;
    const feet = this.verdict?.distanceFeet ?? null;
    return { opens: shortMoment(opens), closes: shortMoment(closes), feet };
  }

  paint() {
    if (this.isOver) return;
    const view = this.view();
    const said = JSON.stringify([view, this.checkIn.mine ?? null, this.verdict?.distanceFeet ?? null]);
    if (said === this.shown) return;
    this.shown = said;
    const hadFocus = this.body.contains(document.activeElement);
    const typing = document.activeElement === this.code.input;
    this.element.dataset.view = view[0];
    fill(this.body, this.content(view));
    if (typing && this.code.input.isConnected) this.code.input.focus({ preventScroll: true });
    else if (hadFocus) this.body.querySelector("button, [tabindex]")?.focus({ preventScroll: true });
  }

  view() {
    const { checkIn, step, refusal } = this;
    if (isDone(checkIn)) return ["done"];
    const held = heldPress(checkIn.id);
    if (held) return ["held", held.at];
    const phase = phaseOf(checkIn, clock.now());
    const isPending = checkIn.mine?.status === "pending";
    if (isPending && (phase !== "open" || !this.wantsCode)) return ["pending", phase];
    if (phase === "closed" || checkIn.isLocked) return ["closed"];
    if (checkIn.mode === "manual") return ["manual"];
    if (phase === "planned") return ["planned"];
    if (step !== "idle") return [step];
    const asksCode = needsCode(checkIn) || this.wantsCode;
    const hasTicket = isValid(ticketOf(checkIn.id));
    if (refusal) return ["refused", refusal.code, asksCode, hasTicket];
    return ["ready", asksCode, hasTicket, Boolean(this.verdict?.needsConfirming)];
  }

  content([name, ...rest]) {
    const text = words.checkingIn;
    switch (name) {
      case "done": return receiptOf(this.checkIn);
      case "held": return state("clock", text.held, text.heldText(shortMoment(rest[0])));
      case "pending": return [receiptOf(this.checkIn), rest[0] === "open" && this.codeOffer()];
      case "closed": return state("close", text.unavailable, text.reasons.closed(this.facts()));
      case "manual": return state("person", text.byTeacher, text.reasons.instructor_only(this.facts()));
      case "planned": return state("clock", text.soon, text.reasons.not_open_yet(this.facts()));
      case "asking": return busy(text.asking);
      case "sending": return busy(text.sending);
      case "refused": return this.refusedContent(...rest);
      default: return this.readyContent(...rest);
    }
  }

  readyContent(asksCode, hasTicket, needsConfirming) {
    const text = words.checkingIn;
    return [
      needsConfirming && !hasTicket && h("p", { class: "notice" }, text.atTheEdge),
      hasTicket && h("p", { class: "checkin-scanned" }, icon("check"), text.scanned),
      asksCode && !hasTicket && this.codePart(),
      this.button(),
      needsConfirming && !asksCode && !hasTicket && this.codeOffer(),
      needsPlace(this.checkIn) && h("p", { class: "checkin-privacy" }, text.privacy),
    ];
  }

  refusedContent(code, asksCode, hasTicket) {
    const text = words.checkingIn;
    const say = text.reasons[code];
    const why = say ? say(this.facts()) : explain(this.refusal.problem ?? new Problem({ code }));
    const isTicket = ofTicket.includes(code);
    const canRetry = !final.includes(code) && code !== "location_missing";
    return [
      state(ofPlace.includes(code) ? "pin" : "alert", isTicket ? text.scanAgain : text.unavailable, why),
      isTicket || (asksCode && !hasTicket && !ofPlace.includes(code))
        ? [this.codePart(), this.button()]
        : canRetry && h("button", { class: "button checkin-again", type: "button",
          onclick: () => this.retry() }, words.retry),
      ofPlace.includes(code) && h("p", { class: "checkin-privacy" }, text.otherwise),
    ];
  }

  // On a page without verdicts, the press itself is repeated.
  retry() {
    this.fix = null;
    this.refusal = null;
    if (this.looks) this.look({ isWanted: true }).then(() => this.paint());
    else this.submit();
  }

  button() {
    return h("button", { class: "button checkin-button", type: "button", onclick: () => this.submit() },
      words.checkingIn.act);
  }

  codePart() {
    return h("div", { class: "checkin-code" }, this.code.element, codeScanner());
  }

  codeOffer() {
    return h("button", { class: "button quiet-button", type: "button", onclick: () => {
      this.wantsCode = true;
      this.refusal = null;
      this.paint();
      this.code.input.focus();
    } }, words.checkingIn.enterCode);
  }
}

function codeField(submit) {
  const text = words.checkingIn;
  const part = field({ name: "code", label: text.code, hint: text.codeHint, autocomplete: "off",
    autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go", class: "code-input" });
  part.input.addEventListener("input", () => {
    const { input } = part;
    // Only at the end, so that a correction in the middle keeps its place.
    if (input.selectionStart === input.value.length) input.value = groupedCode(input.value);
  });
  part.input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  });
  return part;
}

function state(sign, title, text) {
  return h("div", { class: "checkin-state" }, h("span", { class: "checkin-sign" }, icon(sign)),
    h("div", {}, h("h3", {}, title), h("p", { class: "quiet" }, text)));
}

function busy(text) {
  return h("p", { class: "checkin-busy" }, h("span", { class: "checkin-dot", "aria-hidden": "true" }), text);
}

/** The receipt of a student: a sign, the status and the site's time. */
function receiptOf({ mine: { status, at, means }, statusNames }) {
  const text = words.checkingIn;
  const note = text.receipt(words.myAttendance.means[means] ?? "", shortMoment(at));
  const isIn = status === "present" || status === "late";
  const isWaiting = status === "pending";
  return h("div", { class: `checkin-receipt is-${status}` },
    isIn ? checkMark() : h("span", { class: "checkin-sign" }, icon(isWaiting ? "clock" : "info")),
    h("div", {}, h("h3", {}, text.outcomes[status] ?? text.outcomes.other),
      h("p", { class: "quiet" }, [ownName(statusNames, status), note].filter(Boolean).join(" · "))));
}

function checkMark() {
  return svg("svg", { class: "checkin-mark", viewBox: "0 0 52 52", "aria-hidden": "true" },
    svg("circle", { cx: 26, cy: 26, r: 24 }), svg("path", { d: "M15 27l8 8 15-17" }));
}
