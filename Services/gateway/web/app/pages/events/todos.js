// The to-do list of an event: Enter adds a line and starts the next one. The owner and roommates can edit it.

import { Problem } from "../../api.js";
import { eventLink } from "../../components/eventlink.js";
import { empty, failed, offlineNote, progress, skeleton } from "../../components/pieces.js";
import { toDoList } from "../../components/todolist.js";
import { fill, h, refill } from "../../dom.js";
import { isUnreachable } from "../../offline/network.js";
import { words } from "../../words/words.js";

/** The page at /events/:id/to-dos. */
export function toDosPage({ params }) {
  const text = words.toDos;
  const counted = h("div", { role: "status" });
  const place = h("div", { class: "place" }, skeleton(3));
  let isShown = false;

  const toDos = toDoList(params.id, {
    painted: (items) => {
      const done = items.filter(({ isDone }) => isDone).length;
      refill(counted, items.length > 0 ? progress({ label: text.counted(done, items.length), text: "",
        value: done, most: items.length }) : empty("✅", text.empty, text.emptyText));
    },
    took: () => {
      if (!isShown) fill(place, counted, list.element, add.element);
      isShown = true;
    },
    failed: (problem) => {
      if (!(problem instanceof Problem)) reportError(problem);
      if (!isShown && isUnreachable(problem)) {
        list.take([], 0);
        fill(place, offlineNote(toDos.refresh), list.element, add.element);
      } else if (!isShown || problem.status === 404) {
        fill(place, failed(problem, toDos.refresh));
      }
    },
  });
  const { list, add } = toDos;
  const link = eventLink(params.id, toDos.know);
  toDos.begin();
  return {
    name: "todos", tab: "events", title: text.title, parent: `/events/${params.id}`, action: list.toggle,
    body: [link.element, list.voice, place],
    onEvent: (topic, data) => {
      const isAnew = topic === "events.lists.changed" || topic === "reset";
      if (isAnew || (topic === "events.toDos.changed" && data.event === params.id)) toDos.refresh();
      if (isAnew || data?.id === params.id) link.refresh();
      if (topic === "events.event.deleted" && data.id === params.id) toDos.refresh();
    },
    stop: toDos.stop,
  };
}
