// English: the design page.

import { formsOf } from "../forms.js";

const { ratio } = formsOf("en");

export default {
  design: {
    title: "Design",
    lead: "Every token and every component of Quad, as pages use them. Whoever adds a page starts here.",
    contents: "On this page",
    scheme: "Look",
    device: "Device",
    light: "Light",
    dark: "Dark",
    direction: "Direction",
    ltr: "Left to right",
    rtl: "Right to left",
    open: "Show it",
    sample: "A room that talks gets its dishes done.",
    space: "Space",
    rounds: "Corners",
    motion: "Motion",
    motionHint: "Nothing moves for whoever asked their device for less motion.",
    contrast: (value) => `${ratio.format(value)} : 1`,
    ofMany: (value, most) => `${value} of ${most}`,
    textPairs: "Text on what is behind it: 4.5 : 1 or more",
    edgePairs: "Edges, rings, icons and drawings: 3 : 1 or more",
    colours: {
      surfaces: "Surfaces, from the back to the front", text: "Text", indigo: "Indigo: what can be pressed",
      meaning: "Meaning, never without words", notes: "Notes and what a sheet lies on", charts: "Charts",
      skies: "The skies of events",
    },
    parts: {
      colour: { title: "Colour",
        when: "Indigo, white and black; emoji are the accents. A page names tokens, never a colour." },
      type: { title: "Type", when: "The face of the device. One large title a page." },
      space: { title: "Space and motion", when: "Steps of four pixels; sides are inline and block." },
      buttons: { title: "Buttons",
        when: "One filled button for what the page is for. What is tapped is 44 pixels high or more.",
        uses: {
          main: "The one thing this page is for.", quiet: "What else can be done here.",
          danger: "The last step of something that has no undo, in a sheet only.",
          dangerQuiet: "The way to something that asks first or can be undone.",
          small: "Beside a name in a row.", busy: "While a request is on its way; a second tap does nothing.",
          link: "In the foot of a message or a row.",
          add: "Adds to the list of the page, in reach of the thumb.",
        } },
      lists: { title: "Lists and cards", when: "A list for many of a kind, a card for one matter.",
        uses: {
          paged: "Anything that grows: it loads in pages and changes row by row.",
          mate: "A person, with what they show of themselves.", card: "One matter with its heading.",
        } },
      states: { title: "Before, without and instead",
        when: "A page is never blank: it shows what is coming, that there is nothing, or what went wrong.",
        uses: {
          skeleton: "While the first answer is on its way.", empty: "Where there is nothing, and what to do.",
          failed: "Where an answer did not come; with a way to try again.",
        } },
      forms: { title: "Forms", when: "Labels above, errors below the field at fault, the typed text stays.",
        uses: {
          form: "Everything that is sent together.", error: "What is wrong, and how it is put right.",
          toggle: "On or off; the whole row can be tapped.", alert: "What is wrong with the whole form.",
          warning: "What is good to know before it is sent.",
        } },
      choices: { title: "Choices", when: "Where all options are few and short enough to be seen at once.",
        uses: {
          segmented: "One of two to four, such as the look.", chips: "What a list shows.",
          many: "Several at once, such as filters.",
        } },
      sheets: { title: "Sheets",
        when: "A question or a small task over the page. Escape, a tap beside it or drawing it down "
          + "closes it.",
        uses: {
          ask: "Before something that has no undo.",
          sheet: "What is read or done in between; long content scrolls.",
        } },
      notes: { title: "Notes",
        when: "Short, at the foot, gone after five seconds; never the only place of an error.",
        uses: {
          toast: "That something was done.", undo: "With a way back: better than asking first.",
        } },
      marks: { title: "Marks", when: "Small signs that say in words what they show.",
        uses: {
          badge: "How many wait.", label: "The state of something.", important: "A task that goes first.",
          avatar: "Beside a name.", progress: "How far something is.",
        } },
      charts: { title: "Charts",
        when: "Figures that people compare are drawn. Patterns and shapes tell series apart, not colour "
          + "alone; every value can be read.",
        uses: {
          bars: "Who did how much; the line is what would be fair.",
          groups: "Two figures for each, such as plan and spent.",
          line: "What changes over time; a gap where nothing is known.",
          donut: "Up to four parts of a whole; the rest is drawn as one.",
        } },
    },
    samples: {
      main: "Continue", other: "Something else", note: "A line that says a little more", nothing: "All done",
      cardTitle: "Friday's dinner", field: "What is it called?", hint: "As it stands on the door.",
      back: "Back again", person: ["Ada", "Lindqvist"],
      good: "Confirmed", caution: "Waiting", danger: "Closed",
      rows: ["Clean out the fridge", "Buy oat milk", "Water the monstera", "Return the umbrella"],
      choices: ["Mine", "Everyone's", "Nobody's"], people: ["Ada", "Mei-Ling", "Nia", "Priya"],
      days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
      barTitle: "Tasks done this month", barText: "Ada did nine of 24.", fair: "Fair share",
      moneyTitle: "Spent this term", lineTitle: "At dinner", lineText: "Thursday is the fullest day.",
      partsTitle: "Who did what",
    },
  },
};
