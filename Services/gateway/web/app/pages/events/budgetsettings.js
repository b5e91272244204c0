// The settings of an event's budget: its limit and its currency.

import { get, send } from "../../api.js";
import { conflict } from "../../components/conflict.js";
import { field } from "../../components/form.js";
import { formSheet } from "../../components/formsheet.js";
import { fill, h } from "../../dom.js";
import { currencies, currencyName, language, money, plainAmount, words } from "../../words/words.js";
import { isKnown, maxPriceLength } from "./budgetparts.js";

/**
 * Asks for the cap and the currency. Resolves to the sheet with them, or to null where it was called off.
 * `took(sheet)` gets the newest sheet if another person changed them meanwhile: both versions are then shown.
 */
export function askSettings(sheet, path, took) {
  const text = words.budget;
  const above = h("div", {});
  const cap = field({ name: "cap", label: text.cap(sheet.currency), hint: text.capHint, value: capOf(sheet),
    isOptional: true, maxLength: maxPriceLength });
  const hasLines = sheet.lines.length > 0;
  const choice = field({ name: "currency", label: text.currency, kind: "select", value: sheet.currency,
    options: currencies(sheet.currency).map((code) => [code, currencyName(code)]), disabled: hasLines,
    hint: hasLines ? text.currencyFixed : null });
  // The sheet the form started from, and the newest one from the site.
  let [base, newest] = [sheet, sheet];
  const again = () => cap.input.form.requestSubmit();
  const submit = async (values) => {
    const changes = changesOf(base, values, newest);
    if (Object.keys(changes).length === 0) return newest;
    try {
      return await send("PATCH", path, { ...changes, version: newest.version, locale: language });
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      newest = problem.details?.current ?? await get(path);
      took(newest);
      fill(above, settingsConflict(changes, newest, { keep: again, take: () => {
        base = newest;
        cap.input.value = capOf(base);
        choice.input.value = base.currency;
        again();
      } }));
      return false;
    }
  };
  return formSheet({ title: text.settings, label: words.save, parts: [above, choice, cap], submit });
}

// The cap for its field, in the reader's language.
function capOf({ cap, digits }) {
  return isKnown(cap) ? plainAmount(cap, digits) : "";
}

function changesOf(base, values, newest) {
  const changes = {};
  const isNewCap = values.cap.trim() !== capOf(base);
  if (isNewCap) changes.cap = values.cap.trim() || null;
  // A limit is meant in the currency it was typed for.
  const wasMoved = isNewCap && newest.currency !== values.currency;
  if (values.currency !== base.currency || wasMoved) changes.currency = values.currency;
  return changes;
}

function settingsConflict(changes, newest, acts) {
  const text = words.budget;
  const rows = [];
  if ("currency" in changes) {
    rows.push([text.currency, currencyName(changes.currency), currencyName(newest.currency)]);
  }
  if ("cap" in changes) {
    const none = words.chart.none;
    rows.push([text.cap(newest.currency), changes.cap ?? none, capOf(newest) || none]);
  }
  const { title, lead } = text.conflict;
  return conflict({ title, lead, rows, look: "conflict", ...acts });
}
