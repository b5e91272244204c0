// A schedule while it is edited: which classes a block offers, and which choices still fit a grade.

/** The classes that a block offers, of those of a grade, by name. */
export function offered(classes, block) {
  return classes.filter(({ blocks }) => blocks.includes(block))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** The choices of a schedule as `{ block: class id }`, without the free blocks. */
export function choicesOf({ blocks }) {
  return Object.fromEntries(blocks.filter((one) => one.class).map((one) => [one.block, one.class.id]));
}

/**
 * The choices that fit the classes of a grade, and the blocks of those that don't:
 * `{ kept: { block: id }, cleared: [block] }`.
 */
export function fitting(choices, classes) {
  const byID = new Map(classes.map((one) => [one.id, one]));
  const fits = ([block, id]) => byID.get(id)?.blocks.includes(Number(block)) ?? false;
  const all = Object.entries(choices);
  return { kept: Object.fromEntries(all.filter(fits)),
    cleared: all.filter((one) => !fits(one)).map(([block]) => Number(block)) };
}

/** The blocks whose class is also chosen for an earlier one. */
export function repeated(choices) {
  const seen = new Set();
  return Object.keys(choices).map(Number).sort((one, other) => one - other).filter((block) => {
    const isSeen = seen.has(choices[block]);
    seen.add(choices[block]);
    return isSeen;
  });
}

/** True if both have the same grade and the same choices. */
export function isSame(one, other) {
  const inOrder = ({ grade, choices }) => JSON.stringify([grade ?? null, Object.entries(choices).sort()]);
  return inOrder(one) === inOrder(other);
}

/** The blocks in which two schedules differ, as `[block, class, other class]`. */
export function differences(one, other) {
  const theirs = new Map(other.blocks.map((each) => [each.block, each.class ?? null]));
  return one.blocks.map((each) => [each.block, each.class ?? null, theirs.get(each.block) ?? null])
    .filter(([, mine, its]) => mine?.id !== its?.id);
}

/** The term after another one, of all terms of the school, or null. */
export function termAfter(terms, id) {
  const inOrder = [...terms].sort((one, other) => one.starts.localeCompare(other.starts));
  const at = inOrder.findIndex((term) => term.id === id);
  return at < 0 ? null : inOrder[at + 1] ?? null;
}
