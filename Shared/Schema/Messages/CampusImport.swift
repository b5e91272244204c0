/// Import and export of a school's data: one table of columns for CSV and JSON, dates from calendar files.
extension Campus {
  static let importRequests: [any Request.Type] = [ImportSchool.self, ExportSchool.self]
  static let importEvents: [any Event.Type] = []

  /// The limit of the rows in one file.
  package static let maxImportRows = 20_000

  /// The kind of a file. Its rows are matched with what the school has by names and dates, so that the same
  /// file again changes nothing.
  package enum ImportKind: String, Choice {
    case terms, bells, daytypes, days, classes, lunch, activities, contacts, calendar, schedules
    /// Every kind, in JSON: an object with a list for each.
    case all

    /// The kinds of tables, in the order in which they build on each other.
    package static let tables: [ImportKind] = [
      .terms, .bells, .daytypes, .days, .classes, .schedules, .lunch, .activities, .contacts, .calendar,
    ]
  }

  /// The form of a file.
  package enum ImportFormat: String, Choice {
    /// A table with the names of its columns in the first line, from any spreadsheet.
    case csv
    /// An object with a list of objects for each kind, whose members are the columns.
    case json
    /// A calendar file: its events are entries of the calendar.
    case ics
  }

  /// Adds and changes what a file lists, in one transaction: if one row is refused, nothing changes. Nothing
  /// is ever deleted, but the slots of a bell schedule, the dishes of a day and the meetings of an activity
  /// are those of the file afterwards.
  package struct ImportSchool: Request {
    package typealias Reply = ImportedSchool
    package static let subject = "campus.school.import"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let bodyLimit = 4 << 20
    package static let deadline = Duration.seconds(30)
    package static let maxPerHour: Int? = 240
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/school/import")
    package static let faults = [
      FaultCode.importFileBad, .importFileQuotes, .importFileLong, .importKindNeeded, .importFormatUnfit,
    ]
    package static let summary = "Import terms, classes, menus and other data of the school from a file."
    package let kind: ImportKind
    package let format: ImportFormat
    package let text: ImportText
    /// True returns what would happen and changes nothing.
    package let isDryRun: Bool?

    package init(kind: ImportKind, format: ImportFormat, text: ImportText, isDryRun: Bool? = nil) {
      self.kind = kind
      self.format = format
      self.text = text
      self.isDryRun = isDryRun
    }
  }

  /// The result of an import. What several rows describe, such as a bell schedule, is counted once.
  package struct ImportedSchool: Codable, Hashable, Sendable {
    /// False if nothing changed: for a dry run, or because of errors.
    package let isApplied: Bool
    /// The number of rows, without the header and blank ones.
    package let rows: Int
    /// The number of new things.
    package let added: Int
    /// The number of things that the file changes.
    package let changed: Int
    /// The number of things that were the same before.
    package let unchanged: Int
    /// The errors in the order of the rows; the first 100.
    package let errors: [ImportError]
    /// The number of further errors.
    package let moreErrors: Int
    /// The columns that the import doesn't know and left out.
    package let ignored: [String]
    /// The new and the changed things, in the order of the rows; the first 200.
    package let preview: [ImportStep]

    package init(
      isApplied: Bool, rows: Int, added: Int, changed: Int, unchanged: Int, errors: [ImportError],
      moreErrors: Int, ignored: [String], preview: [ImportStep]
    ) {
      self.isApplied = isApplied
      self.rows = rows
      self.added = added
      self.changed = changed
      self.unchanged = unchanged
      self.errors = errors
      self.moreErrors = moreErrors
      self.ignored = ignored
      self.preview = preview
    }
  }

  /// A reason why a file can't be imported as it is.
  package struct ImportError: Codable, Hashable, Sendable {
    package let kind: ImportKind
    /// The line of a CSV or calendar file on which the row begins, or the place of the object in its JSON
    /// list, both from 1.
    package let row: Int
    /// The column; absent for the row as a whole.
    package let column: String?
    /// The stable code of the error.
    package let code: String
    /// The error in one sentence for people.
    package let message: String

    package init(kind: ImportKind, row: Int, column: String?, code: String, message: String) {
      self.kind = kind
      self.row = row
      self.column = column
      self.code = code
      self.message = message
    }
  }

  /// One thing that an import adds or changes.
  package struct ImportStep: Codable, Hashable, Sendable {
    package let kind: ImportKind
    /// The first row that describes it.
    package let row: Int
    /// The name or date that identifies it.
    package let name: String
    /// True if it is new.
    package let isNew: Bool
    /// The columns that change; empty for what is new.
    package let columns: [String]

    package init(kind: ImportKind, row: Int, name: String, isNew: Bool, columns: [String]) {
      self.kind = kind
      self.row = row
      self.name = name
      self.isNew = isNew
      self.columns = columns
    }
  }

  /// Returns what the school has, in the form that an import takes.
  package struct ExportSchool: Request {
    package typealias Reply = ExportedSchool
    package static let subject = "campus.school.export"
    package static let access = Access.role(.admin)
    package static let deadline = Duration.seconds(30)
    package static let maxPerHour: Int? = 240
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/admin/school/export")
    package static let faults = [
      FaultCode.importKindNeeded, .importFormatUnfit, .exportTooLarge,
    ]
    package static let summary = "Export the data of the school as CSV, JSON or a calendar file."
    package let kind: ImportKind
    /// The form; CSV unless given.
    package let format: ImportFormat?

    package init(kind: ImportKind, format: ImportFormat? = nil) {
      self.kind = kind
      self.format = format
    }
  }

  /// A file with data of the school.
  package struct ExportedSchool: Codable, Hashable, Sendable {
    /// The name for the file, such as `classes.csv`.
    package let name: String
    /// The number of rows, without the header.
    package let rows: Int
    /// The whole text.
    package let text: String

    package init(name: String, rows: Int, text: String) {
      self.name = name
      self.rows = rows
      self.text = text
    }
  }
}

/// The text of a file with data of a school.
package struct ImportText: CheckedText {
  package let text: String
  package static let bad = FaultCode.importFileLarge
  package static let sampleText = "name,starts,ends\r\nFall term,2026-09-08,2027-01-22\r\n"
  /// The maximum size in UTF-8: 2 MiB.
  package static let maxBytes = 2 << 20
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= ImportText.maxBytes else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "maxLength": .int(Int64(maxBytes))] }
}

extension FaultCode {
  package static let importFileLarge = FaultCode(
    .invalidArgument, "import_file_large", "This file is too large. The limit is 2 MB.")
  package static let importFileBad = FaultCode(
    .invalidArgument, "import_file_bad",
    "This file can't be read. Its first line has to name the columns, or it has to be valid JSON.")
  package static let importFileQuotes = FaultCode(
    .invalidArgument, "import_file_quotes",
    "A quotation mark in this file isn't closed. Save it as CSV again, then retry.")
  package static let importFileLong = FaultCode(
    .invalidArgument, "import_file_long", "This file has more than 20,000 rows. Split it first.")
  package static let importKindNeeded = FaultCode(
    .invalidArgument, "import_kind_needed",
    "A table has one kind of data. Choose terms, classes or another kind.")
  package static let importFormatUnfit = FaultCode(
    .invalidArgument, "import_format_unfit",
    "Only the calendar can be a calendar file. Choose CSV or JSON.")
  package static let exportTooLarge = FaultCode(
    .failedPrecondition, "export_too_large", "This is too much for one file. Export one kind at a time.")
  package static let importColumnMissing = FaultCode(
    .invalidArgument, "import_column_missing", "This column is missing. The first line has to name it.")
  package static let importCellEmpty = FaultCode(
    .invalidArgument, "import_cell_empty", "Fill in this cell.")
  package static let importCellBad = FaultCode(
    .invalidArgument, "import_cell_bad", "This cell can't be read. Compare it with the template.")
  package static let importNumberBad = FaultCode(
    .invalidArgument, "import_number_bad", "Enter a number.")
  package static let importFlagBad = FaultCode(.invalidArgument, "import_flag_bad", "Enter yes or no.")
  package static let importRowLong = FaultCode(
    .invalidArgument, "import_row_long", "This row has more cells than the first line.")
  package static let importRowTwice = FaultCode(
    .invalidArgument, "import_row_twice", "An earlier row describes the same thing. Keep one of them.")
  package static let importRowsDiffer = FaultCode(
    .invalidArgument, "import_rows_differ",
    "An earlier row of the same thing has another value here. Use one of them.")
  package static let importTermUnknown = FaultCode(
    .invalidArgument, "import_term_unknown", "The school has no term with this name. Import terms first.")
  package static let importBellUnknown = FaultCode(
    .invalidArgument, "import_bell_unknown",
    "The school has no bell schedule with this name. Import bells first.")
  package static let importDayTypeUnknown = FaultCode(
    .invalidArgument, "import_day_type_unknown",
    "The school has no day type with this name. Import day types first.")
  package static let importClassUnknown = FaultCode(
    .invalidArgument, "import_class_unknown",
    "The school has no class with this name and code. Import classes first.")
  package static let importPersonUnknown = FaultCode(
    .invalidArgument, "import_person_unknown",
    "Nobody has an account with this address. Leave it out, or ask them to sign up first.")
}
