// English: what Quad is made of, and the licenses.

export default {
  credits: {
    title: "Credits and licenses",
    license: "License",
    software: "Quad",
    code: "Quad is open source. You may use, change and share it.",
    drawings: "Drawings",
    icons: "The app icon and the shortcut icons were drawn for Quad.",
    pictures: "Pictures for events",
    bundled: "The pictures that come with Quad were drawn for it. Use them for anything.",
    aid: "First aid",
    aidText: "The texts and drawings of the first-aid guide were made for Quad. Use them with this credit.",
    samples: "Demo campus",
    campus: "Its people, rooms, tasks and messages were made up for Quad. Any resemblance is a coincidence.",
  },
};
