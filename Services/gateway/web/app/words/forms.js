// Plural forms by the rules of a language.

/**
 * The functions of a language: `plural(count, forms)` is the form for a count, with the count in place of its
 * `#`; `numbered(one, other)` is the same as a function of the count; `ratio` formats a ratio.
 */
export function formsOf(tag) {
  const rules = new Intl.PluralRules(tag);
  const grouped = new Intl.NumberFormat(tag);
  const plural = (count, forms, shown = grouped.format(count)) =>
    (forms[rules.select(count)] ?? forms.other).replace("#", shown);
  return {
    plural,
    numbered: (one, other) => (count, shown) => plural(count, { one, other }, shown),
    ratio: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
  };
}
