// The first-aid guide's texts for one reader: the case that holds, the language, the site's number.

/** True if a case is for this reader: `{ patient, profile, breaths }`. An absent condition always holds. */
function holds(one, { patient, profile, breaths }) {
  return (!one.patients || one.patients.includes(patient))
    && (!one.profiles || one.profiles.includes(profile))
    && (one.breaths === undefined || one.breaths === null || one.breaths === Boolean(breaths));
}

/** The first case that holds, or null. */
export function pick(cases, reader) {
  return cases?.find((one) => holds(one, reader)) ?? null;
}

/** The language that a text is read in: `language`, or English if the text lacks it. */
export function languageFor(text, language) {
  return text?.[language] ? language : "en";
}

/** The text of words in a language, with the site's emergency number. */
export function inWords(text, { language, number }) {
  if (!text) return "";
  return text[languageFor(text, language)].replaceAll("{number}", number ?? "");
}

/**
 * The sentences of a text. Long ones stall some browsers' voices, so each is spoken alone. French has a space
 * between a mark and the end of a quotation.
 */
export function sentences(text) {
  return text.split(/(?<=[.?!](?:\s?»)?)\s+(?!»)/).filter(Boolean);
}

/**
 * A step for a reader: `{ id, title, text, speech, drawing, alt, action, seconds, question, facts }`, and the
 * `language` of its texts.
 */
export function stepFor(step, reader) {
  const text = pick(step.text, reader);
  const spoken = pick(step.speech, reader) ?? text;
  const drawing = pick(step.drawing, reader);
  return {
    id: step.id, action: step.action ?? null, question: step.question ?? null,
    seconds: step.advance.kind === "timer" ? step.advance.seconds : null,
    language: languageFor(step.title, reader.language), title: inWords(step.title, reader),
    text: inWords(text, reader), speech: inWords(spoken, reader),
    drawing: drawing?.name ?? null, alt: inWords(drawing?.alt, reader), facts: text?.facts ?? [],
  };
}

/** The review of a topic that counts: one of its present version. Null for none. */
export function reviewOf(topic, site) {
  return site.reviews.find((one) => one.topic === topic.id && one.version === topic.version) ?? null;
}

/** The facts that a topic follows, each once, of the site's guidelines or of all. */
export function factsOf(topic, bundle, profile) {
  const named = new Set(topic.steps.flatMap((step) => [...step.text, ...step.speech ?? []])
    .flatMap((one) => one.facts));
  return bundle.facts.filter((fact) => named.has(fact.id) && (!fact.profile || fact.profile === profile));
}

/** The address of a drawing for `<img>`. A still one has the class that stops its motion. */
export function drawingAddress(svg, isStill) {
  const text = isStill ? svg.replace("<svg ", '<svg class="still" ') : svg;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}
