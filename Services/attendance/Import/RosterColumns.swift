import Schema
import Spreadsheet

/// The columns of a file, found by the names in its first line.
struct RosterColumns {
  enum Column: CaseIterable {
    case email, first, last, studentNumber, role, adviser
    case sourcedID, status, user, classID, title

    /// The names in lower case without spaces and marks, as school systems and their German editions write
    /// them.
    fileprivate var names: [String] {
      switch self {
      case .email: ["email", "emailaddress", "mail", "emailadresse"]
      case .first: ["first", "firstname", "givenname", "vorname"]
      case .last: ["last", "lastname", "familyname", "surname", "nachname"]
      case .studentNumber:
        ["studentid", "studentnumber", "idnumber", "identifier", "matrikelnummer", "matrikelnr"]
      case .role: ["role", "rolle"]
      case .adviser:
        ["adviser", "advisor", "adviseremail", "advisoremail", "betreuung", "responsable"]
      case .sourcedID: ["sourcedid"]
      case .status: ["status"]
      case .user: ["usersourcedid"]
      case .classID: ["classsourcedid"]
      case .title: ["title"]
      }
    }
  }

  /// The kind of a file.
  enum Kind {
    /// A list of people, a row each.
    case list
    /// Files of OneRoster.
    case users, enrollments, classes
  }

  private let places: [Column: Int]
  private let count: Int
  let kind: Kind

  /// Nil if the first line is that of no known file.
  init?(header: [String]) {
    let names = header.map(RosterColumns.plain)
    var places: [Column: Int] = [:]
    for column in Column.allCases {
      // In the order of the names, so that a column `email` comes before a `mail`.
      places[column] = column.names.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    if places[.classID] != nil, places[.user] != nil {
      kind = .enrollments
    } else if places[.email] != nil {
      kind = places[.sourcedID] == nil ? .list : .users
    } else if places[.sourcedID] != nil, places[.title] != nil {
      kind = .classes
    } else {
      return nil
    }
    self.places = places
    count = header.count
  }

  /// Empty for a name with control characters: that is text in another encoding.
  private static func plain(_ name: String) -> String {
    let isText = !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard isText else { return "" }
    let letters = name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic }
    return String(String.UnicodeScalarView(letters))
  }

  /// The cell without surrounding space; empty if the row or the file does not have it.
  func cell(_ column: Column, of row: CSVText.Row) -> String {
    guard let place = places[column], place < row.cells.count else { return "" }
    return Text.trim(row.cells[place])
  }

  /// True if the row has text to the right of the last column.
  func isOverlong(_ row: CSVText.Row) -> Bool {
    row.cells.dropFirst(count).contains { !Text.trim($0).isEmpty }
  }
}
