// Orders children with as few DOM changes as possible.

import { h } from "../dom.js";

/**
 * The number of rows per list element, and of list elements per block. A long list is split, so that the
 * browser only lays out, paints and hit-tests the parts in view.
 */
const rowsOfList = 20;
const listsOfBlock = 10;

/** Makes `nodes` the children of `parent`, in this order. */
export function arrange(parent, nodes) {
  if (isArranged(parent, nodes)) return;
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

// Most parts of a long list stay as they are.
function isArranged(parent, nodes) {
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node !== at) return false;
    at = at.nextSibling;
  }
  return at === null;
}

/**
 * Makes `rows` (li) the rows of `box`, in this order. A row stays in its current list element, so a small
 * change moves few rows.
 */
export function arrangeRows(box, rows) {
  const lists = parted(rows, rowsOfList, (list) => list.parentNode?.parentNode === box,
    () => h("ul", { class: "rows" }));
  const blocks = parted([...lists.keys()], listsOfBlock, (block) => block.parentNode === box,
    () => h("div", { class: "rows-block" }));
  arrange(box, [...blocks.keys()]);
  for (const parts of [blocks, lists]) for (const [part, own] of parts) arrange(part, own);
}

// Distributes nodes to parts: a map of each part with its nodes. A part of the box has `isOwn(part)`.
function parted(nodes, size, isOwn, make) {
  const parts = new Map();
  let [last, count] = [null, 0];
  const partOf = ({ parentNode: part }) => part && !parts.has(part) && isOwn(part) ? part : null;
  for (const node of nodes) {
    // A new node at the top goes into the first part.
    const own = last ? partOf(node) : partOf(nodes.find(partOf) ?? node);
    if (!last || own || count >= 2 * size || (count >= size && !node.parentNode)) {
      last = [];
      count = 0;
      parts.set(own ?? make(), last);
    }
    last.push(node);
    count += 1;
  }
  return parts;
}
