// Brings children into an order with as few changes to the document as the difference needs.

import { h } from "../dom.js";

/** Rows of a long list come in lists of so many, of which the browser only lays out those in sight. */
const rowsOfChunk = 50;

/** Makes `nodes` the children of `parent`, in their order. */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/** Makes `rows` (li) the rows of `box`: a row stays in the list where it is, so that one change moves few. */
export function arrangeRows(box, rows) {
  const used = new Set();
  const chunks = [];
  let size = 0;
  const listOf = ({ parentNode: list }) => list?.parentNode === box && !used.has(list) ? list : null;
  for (const row of rows) {
    // A new row at the top joins the first list.
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
