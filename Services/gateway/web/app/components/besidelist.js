// The list beside the page of one of its items, on a desk with room for both.

import { h } from "../dom.js";

const desk = matchMedia("(min-width: 80rem)");
/** The position of each list when its page was last left (px), by name. */
const places = new Map();

/** The page of a list, with `note` in place of an item. Its position stays for the pages of its items. */
export function listPage(page, note) {
  return {
    ...page,
    aside: desk.matches ? h("p", { class: "item-beside quiet" }, note) : null,
    stop: () => {
      places.set(page.name, scrollY);
      page.stop();
    },
  };
}

/** The page of an item; `list()` makes the page of the list beside it, which takes the place of its aside. */
export function itemPage(page, list) {
  if (!desk.matches) return page;
  const beside = list();
  const aside = h("div", { class: "list-beside" }, beside.body);
  setTimeout(() => {
    if (aside.parentElement) aside.parentElement.scrollTop = places.get(beside.name) ?? 0;
  });
  return {
    ...page, aside, body: [page.body, page.aside], add: page.add ?? beside.add,
    onEvent: (topic, data) => {
      page.onEvent(topic, data);
      beside.onEvent(topic, data);
    },
    stop: () => {
      const place = aside.parentElement?.scrollTop ?? 0;
      page.stop();
      beside.stop();
      places.set(beside.name, place);
    },
  };
}
