// Free time together: the people that somebody chose, and the link that brings one of them in.

/** The limit on the people of a search. */
export const maxPeople = 20;
const anID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxName = 80;

/** The path that adds a person for whoever opens it. */
export function pathFor({ id, firstName, lastName }) {
  return `/school/together?${new URLSearchParams({ with: id, name: `${firstName} ${lastName}` })}`;
}

/** The person in the query of such a path, or null. */
export function personIn(query) {
  const id = query.get("with") ?? "";
  const name = [...(query.get("name") ?? "").trim()].slice(0, maxName).join("");
  return anID.test(id) && name ? { id, name } : null;
}

/** The people with one more, each once; the oldest go beyond the limit. */
export function withPerson(people, person) {
  return [...people.filter(({ id }) => id !== person.id), person].slice(-maxPeople);
}

/** Times by date: `[{ date, items }]` in order. */
export function byDate(items) {
  const days = new Map();
  for (const item of items) days.set(item.date, [...days.get(item.date) ?? [], item]);
  return [...days].map(([date, each]) => ({ date, items: each }));
}
