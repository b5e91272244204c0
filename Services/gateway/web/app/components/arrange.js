// Orders children with as few DOM changes as possible.

import { h } from "../dom.js";

/**
 * The number of rows per list element. A long list is split, so that the browser only lays out the parts in
 * view.
 */
const rowsOfChunk = 50;

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
  const used = new Set();
  const chunks = [];
  let size = 0;
  const listOf = ({ parentNode: list }) => list?.parentNode === box && !used.has(list) ? list : null;
  for (const row of rows) {
    // A new row at the top goes into the first list element.
    const own = chunks.length === 0 ? listOf(rows.find(listOf) ?? row) : listOf(row);
    if (chunks.length === 0 || own || size >= 2 * rowsOfChunk || (size >= rowsOfChunk && !row.parentNode)) {
      const list = own ?? h("ul", { class: "rows" });
      used.add(list);
      chunks.push({ list, rows: [] });
      size = 0;
    }
    chunks.at(-1).rows.push(row);
    size += 1;
  }
  arrange(box, chunks.map(({ list }) => list));
  for (const { list, rows: own } of chunks) arrange(list, own);
}
