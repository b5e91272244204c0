// An event of the school as the beginning of an own one: the address of the form with what is known.

/** The members that a link to the form may fill, with the limit of each (characters). */
const limits = { title: 120, place: 120, notes: 1000 };

/** The address of the form for a dated item: `{ title, starts, ends, place, link }`, times as instants. */
export function eventAddress({ title, starts, ends, place, link }) {
  const query = new URLSearchParams();
  const given = { title, starts, ends, place, notes: link };
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value);
  return `/events/new?${query}`;
}

/** The form values in the query of such an address. `wallOf(ms)` is the local `{ date, time }`. */
export function valuesFrom(query, wallOf) {
  const values = {};
  for (const [name, most] of Object.entries(limits)) {
    const text = query.get(name)?.trim();
    if (text) values[name] = [...text].slice(0, most).join("");
  }
  const [starts, ends] = ["starts", "ends"].map((name) => Date.parse(query.get(name) ?? ""));
  if (!Number.isFinite(starts)) return values;
  Object.assign(values, wallOf(starts));
  const minutes = Math.round((ends - starts) / 60_000);
  const isWhole = minutes % 60 === 0;
  if (minutes > 0) {
    Object.assign(values, { length: String(isWhole ? minutes / 60 : minutes),
      lengthUnit: isWhole ? "hours" : "minutes" });
  }
  return values;
}
