// School: the live day, the check-ins that the timetable drafts, and the segments of the home page; on a site
// with courses alone, the courses.

import { runs } from "../../apps.js";
import { CourseList } from "../../components/courselist.js";
import { DraftCheckIns } from "../../components/draftcheckins.js";
import { HomeSegments } from "../../components/homesegments.js";
import { LiveDay } from "../../components/liveday.js";
import { oneFailure } from "../../components/onefailure.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { words } from "../../words/words.js";

/** The page at /school. */
export function schoolPage({ focus, isReturn }) {
  const day = runs("school") ? new LiveDay() : null;
  const drafts = day && runs("courses") ? new DraftCheckIns() : null;
  const part = day ? new HomeSegments({ focus, isReturn }) : new CourseList({ focus, isReturn });
  const parts = [day, drafts, part].filter(Boolean);
  for (const one of parts) one.begin();
  const refresh = () => Promise.all(parts.map((one) => one.refresh ? one.refresh() : one.load()));
  return {
    name: "school", tab: "school", title: words.school.title, add: part.add,
    body: [schoolTabs("home"), day && oneFailure([day.element, part.elements], refresh), day?.element,
      drafts?.element, part.elements],
    refresh,
    onEvent: (topic, data) => {
      for (const one of parts) one.onEvent(topic, data);
    },
    stop: () => {
      for (const one of parts) one.stop();
    },
  };
}
