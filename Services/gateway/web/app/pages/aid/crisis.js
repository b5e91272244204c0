// An emergency: one action a screen, read out, with the beat of the compressions. It needs no session and no
// network.

import { failed, skeleton } from "../../components/pieces.js";
import { CrisisRun } from "../../components/crisisrun.js";
import { enterPage } from "../../covers.js";
import { h, icon } from "../../dom.js";
import { guide } from "../../guide.js";
import { lastSeen } from "../../api.js";
import { seemsSignedIn, state } from "../../state.js";
import { words } from "../../words/words.js";

/** The page at /crisis. */
export function crisisPage({ isReturn }) {
  if (!isReturn) homeBehind();
  const body = h("div", { class: "crisis" }, skeleton(2));
  let [run, isOver] = [null, false];
  const load = async () => {
    try {
      const [found, room, person] = await Promise.all([guide(), ownRoom(), ownId()]);
      if (isOver) return;
      if (!found.bundle.topics.some(({ mode }) => mode === "crisis")) {
        body.replaceChildren(callAnyway());
        return;
      }
      run = new CrisisRun(found, { room, person });
      body.replaceChildren(run.element);
    } catch (problem) {
      if (!isOver) body.replaceChildren(callAnyway(), failed(problem, load));
    }
  };
  load();
  return {
    name: "crisis", title: words.crisis.title, isPlain: true, body,
    stop: () => {
      isOver = true;
      run?.stop();
    },
  };
}

// Back leads to the guide's home, wherever the press came from.
function homeBehind() {
  if (history.state?.isCrisis || document.body.dataset.page === "aid") return;
  enterPage("/aid", { replace: true });
  enterPage("/crisis", { replace: false });
  history.replaceState({ ...history.state, isCrisis: true }, "");
}

// A browser that has never had the guide, or has one without it, can still be told the most important thing.
function callAnyway() {
  return h("div", { class: "crisis-away" }, h("h1", {}, words.crisis.title),
    h("p", {}, icon("alert"), words.crisis.away));
}

// Who is signed in, as last known on this device: an emergency does not wait for the site.
async function ownId() {
  if (!seemsSignedIn()) return null;
  return (state.me ?? await lastSeen("/v1/me"))?.id ?? null;
}

// The room to read out, as last known on this device.
async function ownRoom() {
  if (!seemsSignedIn()) return null;
  return (state.home ?? await lastSeen("/v1/home"))?.room ?? null;
}
