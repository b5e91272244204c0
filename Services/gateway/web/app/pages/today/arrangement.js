// The order and the hidden cards of each account of this browser, in `localStorage`.

const name = "quad.today";
/** The limit on accounts; the one that was used least recently goes first. */
const maxAccounts = 8;

/**
 * The arrangement `{ order, hidden }` of `person`, or null. Until the person is known (null), that of the
 * account that was used last, so that the cards don't move when the account has loaded.
 */
export function arrangementOf(person) {
  const all = stored();
  const found = person ? all.find((one) => one.person === person) : all[0];
  return found ?? null;
}

/** Stores an arrangement. Without storage, it lasts as long as the page. */
export function keepArrangement(person, { order, hidden }) {
  const rest = stored().filter((one) => one.person !== person).slice(0, maxAccounts - 1);
  try {
    localStorage.setItem(name, JSON.stringify([{ person, order, hidden }, ...rest]));
  } catch {
    // Storage is blocked or full.
  }
}

function stored() {
  try {
    const all = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(all) ? all.filter((one) => typeof one?.person === "string") : [];
  } catch {
    return [];
  }
}
