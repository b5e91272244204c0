// English: alerts to help, and the administrators' list of AEDs.

const are = (count) => count === 1 ? "1 person was" : `${count} people were`;

export default {
  aidHelp: {
    title: "Help needed",
    drill: "This is a drill",
    by: (name) => `From ${name}`,
    at: (when) => `Sent ${when}`,
    aed: (place, floor) => `AED: ${[place, floor && `floor ${floor}`].filter(Boolean).join(", ")}`,
    coming: (coming, people) => `${are(people)} alerted, ${coming === 1 ? "1 is" : `${coming} are`} coming.`,
    calledOff: (when) => `Called off ${when}. Nobody needs to come anymore.`,
    come: "I'm coming",
    youCome: "You've said that you're coming.",
    callOff: "Call off",
    callOffText: "Everybody who was alerted is told that they needn't come.",
    steps: "What to do",
  },
  aedAdmin: {
    lead: "Everybody sees these AEDs on the emergency page, also without a network.",
    add: "Add AED",
    edit: "Edit AED",
    remove: "Delete AED",
    removeText: (name) => `${name} is no longer shown in an emergency.`,
    removed: "AED deleted",
    empty: "No AEDs yet",
    emptyText: "Add the first one, or import them from OpenStreetMap below.",
    unnamed: "AED",
    neverChecked: "not checked yet",
    noPosition: "no position",
    fromMap: "OpenStreetMap",
    fields: { building: "Building", floor: "Floor", words: "Where exactly",
      german: "Where exactly, in German", hours: "Hours", keeper: "Kept by", position: "Position",
      checked: "Last checked" },
    positionHint: "Latitude and longitude, such as 40.8075, -73.9626. With it, the nearest AED comes first.",
    import: "Import from OpenStreetMap",
    importLead: "A GeoJSON or Overpass JSON file whose objects have the tag emergency=defibrillator. "
      + "Importing it again updates the same AEDs.",
    file: "File",
    fileHint: "Up to 1 MB",
    check: "Check file",
    tooLarge: "Choose a file of up to 1 MB.",
    would: ({ rows, added, changed, already, refused }) => `${rows} AEDs: ${added} new, ${changed} changed, `
      + `${already} the same, ${refused} left out.`,
    problem: (row, message) => `Object ${row}: ${message}`,
    take: "Import AEDs",
    done: ({ added, changed }) => `Imported: ${added} new, ${changed} changed.`,
  },
};
