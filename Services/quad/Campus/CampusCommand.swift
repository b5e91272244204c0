import Schema
import SiteCommands
import Terminal

/// `quad campus`: the school day in the terminal, and a school's data for administrators.
enum CampusCommand: Command {
  static let name = "campus"
  static let summary = "Your school day, lunch and contacts"
  static let verbs = [
    Verb.person("day", "[DATE]", "Show your classes and bells of a day", run: SchoolDayVerbs.day),
    Verb.person("schedule", "", "Show your schedule of this term", run: SchoolDayVerbs.schedule),
    Verb.person("lunch", "[DATE]", "Show the lunch menu of a day", run: SchoolLists.lunch),
    Verb.person(
      "contacts", "[WORD…]", "Show the contacts of the school, or those with a word",
      run: SchoolLists.contacts),
    Verb.person(
      "import", "FILE…", "Add the school's data from files, or change it (administrators only)",
      options: [
        .value(
          "kind", "KIND", is: "What a table has, if the name of its file doesn't say",
          choices: Campus.ImportKind.allCases.map(\.rawValue)),
        .flag("dry-run", "Show what would happen, and change nothing"),
      ],
      run: SchoolImport.take),
    Verb.person(
      "export", "KIND [FILE]", "Write the school's data to a file or the terminal (administrators only)",
      options: [
        .value(
          "format", "FORMAT", is: "csv, json or, for the calendar, ics. Default: by the name of FILE, or csv",
          choices: Campus.ImportFormat.allCases.map(\.rawValue)),
        .flag("force", "Replace FILE if it exists"),
      ],
      choices: Campus.ImportKind.allCases.map(\.rawValue), run: SchoolExport.write),
  ]
  static let notes = """
    DATE is a date like 2026-11-24, today, tomorrow, or a weekday. Without it, today.

    KIND is terms, bells, daytypes, days, classes, schedules, lunch, activities, contacts or calendar; all is
    everything in one JSON file. A table is named for its kind: classes.csv, lunch-march.csv. Its first line
    names the columns; quad campus export shows them. Several files are one import: either all of them are
    taken, or nothing changes. Importing again changes only what differs, and deletes nothing.
    """
}
