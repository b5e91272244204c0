// The attendance of the students whose adviser the reader is, in one course. An adviser sees nothing else of
// it.

import { Problem, get } from "../../api.js";
import { tallyText } from "../../components/checkinpieces.js";
import { typedName } from "../../components/coursepieces.js";
import { avatar, empty, failed, label, progress, skeleton } from "../../components/pieces.js";
import { fill, h } from "../../dom.js";
import { decimal, words } from "../../words/words.js";

/** The page at /courses/:id/advised. */
export function advisedPage({ params }) {
  const text = words.roster.adviser;
  const lead = h("p", { class: "quiet" });
  const place = h("section", { "aria-live": "polite" }, skeleton(2));
  let isOver = false;
  let isShown = false;
  const load = async () => {
    try {
      const found = await get(`/v1/courses/${encodeURIComponent(params.id)}/advised`);
      if (isOver) return;
      fill(lead, text.pageText(found.name));
      fill(place, h("ul", { class: "list" }, found.students.map(studentRow)));
      isShown = true;
    } catch (problem) {
      if (isOver) return;
      if (problem instanceof Problem && problem.code === "not_found") {
        fill(lead);
        fill(place, empty("🧑‍🎓", text.nobody, text.nobodyText));
      } else if (!isShown) {
        fill(place, failed(problem, load));
      }
    }
  };
  load();
  return {
    name: "advised", tab: "school", title: text.page, parent: "/school", body: [lead, place],
    onEvent: (topic) => { if (topic === "reset") load(); },
    stop: () => { isOver = true; },
  };
}

function studentRow({ person, firstName, lastName, tally, percent, isLow }) {
  const text = words.myAttendance;
  const said = percent === undefined || percent === null ? text.none : text.percent(decimal(percent));
  return h("li", { class: "row attendance-row" }, avatar({ id: person, firstName, lastName }),
    h("div", { class: "course-words" },
      progress({ label: typedName(`${firstName} ${lastName}`), value: percent ?? 0, most: 100, text: said }),
      h("p", { class: "row-note" }, tallyText(tally) || words.checkingIn.noPast,
        isLow && [" ", label(words.roster.adviser.isLow, "danger")])));
}
