// The rows of an administrators' table: their order, and the table as a file for spreadsheets.

/** A cell that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * The rows in the order of `value(row)`: text as the language sorts it, numbers by size. Rows without a value
 * come last in either direction, and equal ones keep their order.
 */
export function sorted(rows, value, { isDescending = false, language = "en" } = {}) {
  const order = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  const compare = (a, b) => typeof a === "number" ? a - b : order.compare(a, b);
  const isNone = (one) => one === null || one === undefined || one === "";
  return rows.map((row) => [row, value(row)])
    .sort(([, a], [, b]) => {
      if (isNone(a) || isNone(b)) return Number(isNone(a)) - Number(isNone(b));
      return isDescending ? compare(b, a) : compare(a, b);
    })
    .map(([row]) => row);
}

/** Lines of cells as CSV (RFC 4180), with the mark by which spreadsheets read UTF-8. */
export function csvOf(lines) {
  const text = lines.map((cells) => cells.map(quoted).join(",")).join("\r\n");
  return `\uFEFF${text}\r\n`;
}

// A formula gets an apostrophe, so that a name can't calculate.
function quoted(cell) {
  const text = String(cell ?? "");
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
