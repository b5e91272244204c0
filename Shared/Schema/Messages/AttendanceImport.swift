/// Rosters from the files of other systems, and people who are expected on a roster.
extension Attendance {
  static let importRequests: [any Request.Type] = [
    ImportRoster.self, ListExpected.self, RemoveExpected.self,
  ]

  /// Adds the people of a file to the roster of a course. The file is CSV with a column `email`, in which a
  /// column `adviser` has the addresses of students' advisers, or the export of a school system: OneRoster's
  /// `users.csv` and `enrollments.csv`, and `classes.csv` for the titles of classes. An address without an
  /// account is kept as expected, and joins the roster once somebody has an account with it. The same files
  /// again add nothing.
  ///
  /// An instructor can find out by it who has an account, as by enrolling: a person may have 2,000 addresses
  /// looked up in an hour, which are two whole rosters with their dry runs.
  package struct ImportRoster: Request {
    package typealias Reply = ImportedRoster
    package static let subject = "attendance.roster.import"
    package static let repeats = Repeats.natural
    package static let bodyLimit = 4 * 1024 * 1024
    package static let deadline = Duration.seconds(20)
    package static let maxPerHour: Int? = 120
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/courses/{id}/imports")
    package static let faults = [
      FaultCode.notFound, .notAllowed, .rosterFileBad, .rosterFileQuotes, .rosterFileLong,
      .rosterFilesMissing, .classNeeded, .classUnknown, .slowDown,
    ]
    package static let summary = "Add the people of a CSV or OneRoster file to the roster of a course."
    package let id: CourseID
    package let files: RosterFiles
    /// The `sourcedId` of the class to import from OneRoster files; needed if they have several.
    package let fromClass: ClassReference?
    /// True returns what would happen and changes nothing.
    package let dryRun: Bool?

    package init(id: CourseID, files: RosterFiles, fromClass: ClassReference? = nil, dryRun: Bool? = nil) {
      self.id = id
      self.files = files
      self.fromClass = fromClass
      self.dryRun = dryRun
    }
  }

  /// The result of an import: each row is counted once.
  package struct ImportedRoster: Codable, Hashable, Sendable {
    /// The number of rows, without the header and blank ones.
    package let rows: Int
    /// The number of people who are new on the roster.
    package let added: Int
    /// The number of people who were on the roster or expected before, with the same role.
    package let already: Int
    /// The number of people whose role changed.
    package let changed: Int
    /// The number of people who join once they have an account.
    package let expected: Int
    /// The number of rows whose address an earlier row has.
    package let duplicates: Int
    /// The number of rows that were left out; `problems` says why.
    package let refused: Int
    /// The reasons in the order of the rows; the first 100.
    package let problems: [RosterProblem]
    /// The number of further problems.
    package let moreProblems: Int
    /// The classes of OneRoster files by title, the first 200; empty for CSV.
    package let classes: [RosterClass]

    package init(
      rows: Int, added: Int, already: Int, changed: Int, expected: Int, duplicates: Int, refused: Int,
      problems: [RosterProblem], moreProblems: Int, classes: [RosterClass]
    ) {
      self.rows = rows
      self.added = added
      self.already = already
      self.changed = changed
      self.expected = expected
      self.duplicates = duplicates
      self.refused = refused
      self.problems = problems
      self.moreProblems = moreProblems
      self.classes = classes
    }
  }

  /// A row that was not imported.
  package struct RosterProblem: Codable, Hashable, Sendable {
    /// The number of the file, from 1 in the order of the request.
    package let file: Int
    /// The number of the line on which the row begins, from 1.
    package let line: Int
    /// The stable code of the problem.
    package let code: String
    /// The problem in one sentence for people.
    package let message: String

    package init(file: Int, line: Int, code: String, message: String) {
      self.file = file
      self.line = line
      self.code = code
      self.message = message
    }
  }

  /// A class of OneRoster files.
  package struct RosterClass: Codable, Hashable, Sendable {
    /// The `sourcedId` of the class.
    package let id: String
    /// The title of the class; its `sourcedId` if no file has one.
    package let title: String
    /// The number of its enrollments.
    package let people: Int

    package init(id: String, title: String, people: Int) {
      self.id = id
      self.title = title
      self.people = people
    }
  }

  /// Lists the people who join the roster of a course once they have an account, by name.
  package struct ListExpected: Request {
    package typealias Reply = Page<ExpectedPerson>
    package static let subject = "attendance.expected.list"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/expected")
    package static let faults = [FaultCode.notFound, .notAllowed, .cursorBad]
    package static let summary = "List the people expected on the roster of a course you teach."
    package let id: CourseID
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(id: CourseID, cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.id = id
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// A person of an import without an account. They join the roster once somebody has an account with the
  /// address; on a site that sends mail, once they have confirmed it.
  package struct ExpectedPerson: Codable, Hashable, Sendable {
    package let id: ExpectedID
    /// The address from the file, in lower case.
    package let email: String
    /// The first name from the file, if it has one.
    package let firstName: String?
    /// The last name from the file, if it has one.
    package let lastName: String?
    /// The role that the person gets.
    package let role: CourseRole
    /// The school's number of the person, if the file has one.
    package let studentNumber: String?
    /// The moment of the import. An entry is deleted after a year.
    package let added: Instant
    /// The address of the adviser from the file; absent for none.
    package let adviser: String?

    package init(
      id: ExpectedID, email: String, firstName: String?, lastName: String?, role: CourseRole,
      studentNumber: String?, added: Instant, adviser: String? = nil
    ) {
      self.id = id
      self.email = email
      self.firstName = firstName
      self.lastName = lastName
      self.role = role
      self.studentNumber = studentNumber
      self.added = added
      self.adviser = adviser
    }
  }

  /// Removes a person who is expected on the roster. It also succeeds for an entry that does not exist.
  package struct RemoveExpected: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.expected.remove"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/courses/{id}/expected/{expected}", status: 204)
    package static let faults = [FaultCode.notFound, .notAllowed]
    package static let summary = "Remove an expected person from the roster of a course you teach."
    package let id: CourseID
    package let expected: ExpectedID

    package init(id: CourseID, expected: ExpectedID) {
      self.id = id
      self.expected = expected
    }
  }
}

/// The text of a file with people of a course, which the program reads.
package struct RosterFile: CheckedText {
  package let text: String
  package static let bad = FaultCode.rosterFileLarge
  package static let sampleText = "email,first,last,student_id\r\nada@hilltop.example,Ada,Okafor,4711\r\n"
  /// The maximum size in UTF-8: 2 MiB.
  package static let maxBytes = 2 << 20
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= RosterFile.maxBytes else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "maxLength": .int(Int64(maxBytes))] }
}

/// The files of an import: one CSV file, or two or three of OneRoster in any order.
package struct RosterFiles: DistinctList {
  package let all: [RosterFile]
  package init(checked all: [RosterFile]) { self.all = all }
  package static let maxCount = 3
  package static let bad = FaultCode.rosterFilesBad
  package static let sample = RosterFiles(checked: [.sample])
}

/// The `sourcedId` of a class in OneRoster files.
package struct ClassReference: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "class-7"
}

/// The school's number of a student, as in its lists.
package struct StudentNumber: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 40
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "4711"
}

extension FaultCode {
  package static let rosterFileLarge = FaultCode(
    .invalidArgument, "roster_file_large", "This file is too large. The limit is 2 MB.")
  package static let rosterFilesBad = FaultCode(
    .invalidArgument, "roster_files_bad", "Choose one CSV file, or up to 3 different OneRoster files.")
  package static let rosterFileBad = FaultCode(
    .invalidArgument, "roster_file_bad",
    "This isn't a class list. Its first line has to name the columns, and one of them has to be email.")
  package static let rosterFileQuotes = FaultCode(
    .invalidArgument, "roster_file_quotes",
    "A quotation mark in this file isn't closed. Save it as CSV again, then retry.")
  package static let rosterFileLong = FaultCode(
    .invalidArgument, "roster_file_long", "This file has more than 5,000 rows. Split it first.")
  package static let rosterFilesMissing = FaultCode(
    .invalidArgument, "roster_files_missing",
    "OneRoster needs users.csv and enrollments.csv. Choose both.")
  package static let classNeeded = FaultCode(
    .invalidArgument, "class_needed", "These files have several classes. Choose one.")
  package static let classUnknown = FaultCode(
    .invalidArgument, "class_unknown", "These files don't have this class. Choose another one.")
  package static let rosterRowLong = FaultCode(
    .invalidArgument, "roster_row_long", "This row has more cells than the first line.")
  package static let courseRoleBad = FaultCode(
    .invalidArgument, "course_role_bad", "The role has to be student or instructor.")
  package static let adviserEmailBad = FaultCode(
    .invalidArgument, "adviser_email_bad", "The adviser has to be an email address.")
  package static let adviserUnknown = FaultCode(
    .invalidArgument, "adviser_unknown", "No account has the adviser's address. Ask the adviser to sign up.")
  package static let adviserOfInstructor = FaultCode(
    .invalidArgument, "adviser_of_instructor", "Only students can have an adviser.")
  package static let userMissing = FaultCode(
    .invalidArgument, "user_missing", "users.csv doesn't have this person.")
}
