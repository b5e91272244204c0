// Adding and editing an event. Typed text stays on this device until it is saved.

import { Problem, get } from "../../api.js";
import { runs } from "../../apps.js";
import { clock } from "../../clock.js";
import { eventConflict } from "../../components/eventconflict.js";
import { eventForm, inOwnWords } from "../../components/eventform.js";
import { draftNote } from "../../components/formdraft.js";
import { failed, skeleton } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { changesOf, newValues, requestOf, valuesOf } from "../../models/eventvalues.js";
import { valuesFrom } from "../../models/newevents.js";
import { deviceZone, wallOf } from "../../models/zonetime.js";
import { draftOf } from "../../offline/drafts.js";
import { sendOrKeep } from "../../offline/outbox.js";
import { back } from "../../router.js";
import { account, loadCourses, loadHome, state } from "../../state.js";
import { clockTime, words } from "../../words/words.js";

/** The page at /events/new. */
export function newEventPage() {
  const text = words.events;
  const body = h("div", {}, skeleton(3));
  let draft = null;
  let key = crypto.randomUUID();
  let sent = null;

  async function submit(values) {
    const request = requestOf(values);
    // The same values keep their idempotency key, so they become one event however often they are sent.
    const said = JSON.stringify(request);
    if (sent !== null && sent !== said) key = crypto.randomUUID();
    sent = said;
    const what = { kind: "event.add", title: request.title };
    const { reply, isWaiting } = await ownWords(() => sendOrKeep("POST", "/v1/events", request, what, key));
    await draft.forget();
    back("/events", { focus: isWaiting ? key : reply.event.id });
    toast(isWaiting ? text.waitsLong : saidAfter(text.added, request, reply));
  }

  function show(values, at = null) {
    const edit = eventForm(values, { changed: (now) => draft.keep({ values: now }), submit });
    fill(body, at && draftNote(at, async () => {
      await draft.forget();
      show(fresh());
    }), edit.element);
    edit.element.querySelector("input").focus();
  }

  const fresh = () => ({
    ...newValues(clock.now(), ownZone(), text.untouched), ...given(), ...forCourse(),
  });
  (async () => {
    await knowMe();
    draft = draftOf("/events/new", state.me?.id);
    // What a link brings along is more recent than a draft.
    const found = Object.keys(given()).length > 0 ? null : await draft.read();
    show({ ...fresh(), ...found?.values, ...forCourse() }, found?.at);
  })();
  return { name: "eventform", tab: "events", title: text.newTitle, parent: "/events", body };
}

const ownZone = () => state.me?.zone ?? deviceZone;

// A dated item of the school's news leads here.
function given() {
  return valuesFrom(new URLSearchParams(location.search), (instant) => wallOf(instant, ownZone()));
}

// A course's page leads here to add an event that the course sees.
function forCourse() {
  const wanted = new URLSearchParams(location.search).get("course");
  const isOwn = state.courses?.some(({ id }) => id === wanted);
  return isOwn ? { visibility: `course:${wanted}` } : {};
}

/** The page at /events/:id/edit. */
export function editEventPage({ params }) {
  const text = words.events;
  const body = h("div", {}, skeleton(3));
  const path = `/v1/events/${encodeURIComponent(params.id)}`;
  const page = `/events/${params.id}`;
  let draft = null;

  async function save(event, changes, typed) {
    const what = { kind: "event.edit", id: event.id, title: typed.title };
    const request = { ...changes, version: event.version };
    const { reply, isWaiting } = await ownWords(() => sendOrKeep("PATCH", path, request, what));
    await draft.forget();
    back(page);
    toast(isWaiting ? words.outbox.kept : saidAfter(words.saved, changes, reply));
  }

  // `event` is the version that the edit started from, `values` are the form's values.
  function show(event, values, at = null) {
    const base = valuesOf(event);
    const above = h("div", {});
    const take = async (current) => {
      await draft.forget();
      show(current, valuesOf(current));
    };
    const submit = async (typed) => {
      const changes = changesOf(base, typed);
      if (Object.keys(changes).length === 0) {
        await draft.forget();
        back(page);
        return;
      }
      try {
        await save(event, changes, typed);
      } catch (problem) {
        if (problem.code !== "changed_elsewhere") throw problem;
        const current = problem.details?.current ?? await get(path);
        showConflict(above, { base, mine: typed, current, save, take });
      }
    };
    const edit = eventForm(values, {
      base, event, submit, changed: (now) => draft.keep({ values: now, event }),
    });
    fill(body, at && draftNote(at, async () => {
      await draft.forget();
      load();
    }), above, edit.element);
  }

  async function load() {
    try {
      await knowMe();
      draft = draftOf(page, state.me?.id);
      const [event, found] = await Promise.all([get(path), draft.read()]);
      if (!event.isMine) throw new Problem({ code: "not_found" });
      // The draft is based on its stored version. If that is outdated, saving reports the conflict.
      if (found) show(found.event, { ...valuesOf(found.event), ...found.values }, found.at);
      else show(event, valuesOf(event));
    } catch (problem) {
      fill(body, failed(problem, load));
    }
  }
  load();
  return { name: "eventform", tab: "events", title: text.editTitle, parent: page, body };
}

// On a conflict, both versions are shown until the person keeps one.
function showConflict(above, { base, mine, current, save, take }) {
  const keep = async (changes) => {
    try {
      await save(current, changes, mine);
    } catch (problem) {
      const newest = problem.details?.current;
      if (problem.code !== "changed_elsewhere") complain(problem);
      else showConflict(above, { base, mine, current: newest, save, take });
    }
  };
  fill(above, eventConflict({ base, mine, current, keep, take: () => take(current) }));
  above.scrollIntoView({ block: "start" });
}

// Loads the account, for the draft and the time zone, and the room and the courses that events can be shared
// with.
async function knowMe() {
  // Without a network the form still works, but has no draft.
  await Promise.allSettled([
    account(), runs("room") && (state.home ?? loadHome()),
    runs("courses") && (state.courses ?? loadCourses()),
  ]);
}

// If the clocks skip the requested time, names the time that replaced it.
function saidAfter(usual, { when }, reply) {
  if (!reply.isAdjusted || !when?.time) return usual;
  const { next, when: stored } = reply.event;
  return words.events.moved(clockTime(when.time), clockTime(wallOf(Date.parse(next), stored.zone).time));
}

async function ownWords(action) {
  try {
    return await action();
  } catch (problem) {
    throw problem instanceof Problem ? inOwnWords(problem) : problem;
  }
}
