// English: the design page.

import { formsOf } from "../forms.js";

const { ratio } = formsOf("en");

export default {
  design: {
    title: "Design",
    lead: "Every token and component of Quad, as pages use them. Adding a page? Start here.",
    contents: "On this page",
    scheme: "Theme",
    device: "Device",
    light: "Light",
    dark: "Dark",
    direction: "Direction",
    ltr: "Left to right",
    rtl: "Right to left",
    open: "Open",
    sample: "A room that talks gets its dishes done.",
    space: "Spacing",
    rounds: "Corners",
    motion: "Motion",
    motionHint: "Nothing moves on devices set to reduce motion.",
    contrast: (value) => `${ratio.format(value)} : 1`,
    ofMany: (value, most) => `${value} of ${most}`,
    textPairs: "Text on its background: at least 4.5 : 1",
    edgePairs: "Edges, rings, icons and drawings: at least 3 : 1",
    colours: {
      surfaces: "Surfaces, back to front", text: "Text", indigo: "Indigo: anything you can press",
      meaning: "Meaning, always with words", notes: "Toasts and sheet backdrops", charts: "Charts",
      skies: "Event skies", people: "People",
    },
    parts: {
      colour: { title: "Color",
        when: "Indigo, white and black, with emoji as accents. Pages use tokens, never raw colors." },
      type: { title: "Type", when: "The device's own font. One large title per page." },
      space: { title: "Spacing and motion",
        when: "Steps of four pixels. Sides follow the reading direction." },
      buttons: { title: "Buttons",
        when: "One filled button for the main action of a page. Tap targets are at least 44 pixels high.",
        uses: {
          main: "The main action of a page.", quiet: "Other actions.",
          danger: "The last step of something you can't undo. Only in a sheet.",
          dangerQuiet: "Leads to something that asks first or can be undone.",
          small: "Next to a name in a row.", busy: "While a request is running. Another tap does nothing.",
          link: "At the bottom of a message or row.",
          add: "Adds to the page's list, within reach of your thumb.",
        } },
      lists: { title: "Lists and cards", when: "A list for many things of a kind, a card for a single one.",
        uses: {
          paged: "Lists that grow. They load in pages and update row by row.",
          mate: "A person and what they share about themselves.", card: "One thing and its heading.",
        } },
      states: { title: "Loading, empty and error states",
        when: "A page is never blank: it's loading, has nothing to show, or says what went wrong.",
        uses: {
          skeleton: "Until the first answer arrives.", empty: "Nothing here yet, and what to do about it.",
          failed: "No answer, with a way to try again.",
        } },
      forms: { title: "Forms", when: "Labels above, errors below the field. Typed text stays.",
        uses: {
          form: "Fields that are sent together.", error: "What's wrong and how to fix it.",
          toggle: "On or off. The whole row can be tapped.",
          repeated: "Any number of lines, such as the bells of a day.",
          alert: "A problem with the whole form.",
          warning: "Good to know before sending.",
        } },
      choices: { title: "Choices", when: "For a few short options that fit on the page.",
        uses: {
          segmented: "One of two to four, such as the theme.", chips: "Filters of a list, one at a time.",
          many: "Filters of a list, several at once.",
        } },
      sheets: { title: "Sheets",
        when: "A question or a short task on top of the page. Close it with Escape, a tap outside or a swipe "
          + "down.",
        uses: {
          ask: "Before something you can't undo.",
          sheet: "Something short to read or do. Long content scrolls.",
        } },
      notes: { title: "Toasts",
        when: "Short, at the bottom, gone after five seconds. Never the only place for an error.",
        uses: {
          toast: "Confirms an action.", undo: "With Undo, instead of asking first.",
        } },
      marks: { title: "Badges and labels", when: "Small signs that also work as words.",
        uses: {
          badge: "The number waiting.", label: "A status.", important: "A task that comes first.",
          avatar: "Next to a name.", progress: "How much is done.",
        } },
      charts: { title: "Charts",
        when: "For numbers people compare. Patterns and shapes tell series apart, not color alone, and every "
          + "value can be read as text.",
        uses: {
          bars: "Who did how much. The line marks a fair share.",
          groups: "Two numbers per item, such as planned and paid.",
          line: "Change over time, with gaps where there's no data.",
          donut: "Up to four parts of a whole. The rest is combined.",
        } },
    },
    samples: {
      lines: "Tasks", addLine: "Add line",
      main: "Continue", other: "Something else", note: "A line with a little more detail",
      nothing: "All done",
      cardTitle: "Friday's dinner", field: "Name", hint: "As on the door.",
      back: "Restored", person: ["Ada", "Lindqvist"],
      good: "Confirmed", caution: "Waiting", danger: "Closed",
      rows: ["Clean out the fridge", "Buy oat milk", "Water the monstera", "Return the umbrella"],
      choices: ["Mine", "Everyone's", "Nobody's"], people: ["Ada", "Mei-Ling", "Nia", "Priya"],
      days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
      barTitle: "Tasks done this month", barText: "Ada did nine of 24.", fair: "Fair share",
      moneyTitle: "Spent this term", lineTitle: "At dinner", lineText: "Thursday is the busiest day.",
      partsTitle: "Who did what",
    },
  },
};
