// The order of the cards of a page, as the person arranged it: `{ order, hidden }`, two lists of names.

/**
 * The names of `standard` in the person's order. A card that the person never saw takes its standard place,
 * after the card that precedes it there. Names that are unknown here, and doubles, are left out.
 */
export function orderOf(standard, saved) {
  const known = namesOf(saved?.order).filter((name) => standard.includes(name));
  const order = [...new Set(known)];
  standard.forEach((name, at) => {
    if (order.includes(name)) return;
    const before = standard.slice(0, at).reverse().find((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  });
  return order;
}

/** The names of hidden cards. */
export function hiddenOf(standard, saved) {
  return standard.filter((name) => namesOf(saved?.hidden).includes(name));
}

/**
 * The order after `name` moved by one step (`way` is -1 or 1) among the cards `shown`. Cards that are not
 * shown keep their places. The same order at either end.
 */
export function moved(order, name, way, shown) {
  const seen = order.filter((one) => shown.includes(one));
  const neighbor = seen[seen.indexOf(name) + way];
  if (!seen.includes(name) || neighbor === undefined) return order;
  const rest = order.filter((one) => one !== name);
  const at = rest.indexOf(neighbor) + (way > 0 ? 1 : 0);
  return [...rest.slice(0, at), name, ...rest.slice(at)];
}

// Whatever the device's storage holds, only texts count.
function namesOf(list) {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}
