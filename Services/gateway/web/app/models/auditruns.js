// Runs of the audit log: actions of one kind by one person that follow each other.

/** The number of actions from which on they share a line. */
const least = 3;

/**
 * The entries, newest first, in which runs are one item: `{ id, at, entries, said }`. A run ends where
 * `group(entry)` changes, such as its day. `sayRun(entry, count, isCut)` returns its words, or null for
 * actions that stay alone; `isCut` is true for the last run if there are more entries than these.
 */
export function inRuns(entries, group, sayRun, hasMore) {
  const found = [];
  for (let from = 0; from < entries.length;) {
    const first = entries[from];
    let end = from + 1;
    while (end < entries.length && isAlike(first, entries[end])
      && group(first) === group(entries[end])) end += 1;
    const isCut = hasMore && end === entries.length;
    const said = end - from >= least ? sayRun(first, end - from, isCut) : null;
    if (said) found.push({ id: first.id, at: first.at, entries: entries.slice(from, end), said });
    else found.push(...entries.slice(from, end));
    from = end;
  }
  return found;
}

function isAlike(one, other) {
  return one.action === other.action && one.actor === other.actor;
}
