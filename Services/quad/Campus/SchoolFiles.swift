import JSON
import Schema
import Spreadsheet
import Terminal

/// The files of an import: one as it is, several as lists of one JSON file, so that they are one import.
struct SchoolFiles {
  private(set) var kind = Campus.ImportKind.all
  let format: Campus.ImportFormat
  let text: ImportText
  /// The file and the line of each row by kind.
  private var places: [Campus.ImportKind: [(path: String, line: Int)]] = [:]
  private let path: String?

  /// - Parameter kind: what a table has, if its name doesn't say.
  init(_ paths: [String], kind: Campus.ImportKind?) throws {
    guard paths.count > 1 else {
      let path = paths[0]
      let format = SchoolFiles.format(of: path)
      self.path = path
      self.format = format
      self.kind = try SchoolFiles.kind(of: path, format, kind)
      text = try SchoolFiles.checked(try SchoolFiles.read(path), path)
      return
    }
    var lists: [Campus.ImportKind: [JSONValue]] = [:]
    for path in paths {
      let format = SchoolFiles.format(of: path)
      let text = try SchoolFiles.read(path)
      switch format {
      case .csv:
        let kind = try SchoolFiles.kind(of: path, format, kind)
        for (line, row) in try SchoolFiles.rows(of: text, path) {
          lists[kind, default: []].append(row)
          places[kind, default: []].append((path, line))
        }
      case .json:
        for (kind, rows) in try SchoolFiles.lists(of: text, path, kind) {
          lists[kind, default: []] += rows
          places[kind, default: []] += rows.indices.map { (path, $0 + 1) }
        }
      case .ics: throw UsageError("\(path): import a calendar file on its own")
      }
    }
    let members = Campus.ImportKind.tables.compactMap { kind in
      lists[kind].map { JSONValue.Member(kind.rawValue, .array($0)) }
    }
    let document = JSONValue.object([JSONValue.Member("format", 1)] + members)
    text = try SchoolFiles.checked(
      String(decoding: try JSONCoding.encode(document), as: UTF8.self), "all files together")
    (format, path) = (.json, nil)
  }

  /// `classes.csv:12`, as compilers write it; JSON has the number of the object.
  func place(of error: Campus.ImportError) -> String {
    guard path == nil else {
      return format == .json
        ? "\(path ?? "") \(error.kind.rawValue) \(error.row)" : "\(path ?? ""):\(error.row)"
    }
    let known = places[error.kind] ?? []
    guard known.indices.contains(error.row - 1) else { return error.kind.rawValue }
    let place = known[error.row - 1]
    return SchoolFiles.format(of: place.path) == .json
      ? "\(place.path) \(error.kind.rawValue) \(place.line)" : "\(place.path):\(place.line)"
  }

  // MARK: - Reading

  private static func read(_ path: String) throws -> String {
    let bytes =
      path == "-"
      ? Array(try Prompt.standardInput(upTo: ImportText.maxBytes).utf8)
      : try ByteFile.open(path).read(ImportText.maxBytes + 1)
    guard bytes.count <= ImportText.maxBytes else { throw Failure("\(path) is larger than 2 MiB") }
    return RosterImport.text(bytes)
  }

  private static func checked(_ text: String, _ path: String) throws(Failure) -> ImportText {
    guard let text = ImportText(text) else { throw Failure("\(path): more than 2 MiB") }
    return text
  }

  static func format(of path: String) -> Campus.ImportFormat {
    let name = path.lowercased()
    return name.hasSuffix(".json") ? .json : name.hasSuffix(".ics") ? .ics : .csv
  }

  /// The kind that was typed, or else the one that the file's name begins with.
  private static func kind(
    of path: String, _ format: Campus.ImportFormat, _ typed: Campus.ImportKind?
  ) throws(UsageError) -> Campus.ImportKind {
    if let typed { return typed }
    let name = path.lowercased().split(separator: "/").last ?? ""
    if format == .ics { return .calendar }
    if let kind = Campus.ImportKind.tables.first(where: { name.hasPrefix($0.rawValue) }) { return kind }
    guard format == .csv else { return .all }
    throw UsageError(
      "\(path): what does it have? Use --kind", choices: Campus.ImportKind.tables.map(\.rawValue))
  }

  private static func rows(of text: String, _ path: String) throws -> [(line: Int, row: JSONValue)] {
    let table: CSVText
    do throws(CSVText.Flaw) { table = try CSVText(text, maxRows: Campus.maxImportRows + 1) } catch {
      throw Failure("\(path):\(error.line): this isn't a table in CSV")
    }
    guard let header = table.rows.first else { throw Failure("\(path): this file is empty") }
    var names: [String] = []
    for name in header.cells { names.append(names.contains(name) ? "" : name) }
    return table.rows.dropFirst().compactMap { row in
      guard row.cells.contains(where: { !Text.trim($0).isEmpty }) else { return nil }
      let members = zip(names, row.cells + Array(repeating: "", count: max(0, names.count - row.cells.count)))
        .filter { !Text.trim($0.0).isEmpty }.map { JSONValue.Member($0.0, .string($0.1)) }
      return (row.line, .object(members))
    }
  }

  private static func lists(
    of text: String, _ path: String, _ kind: Campus.ImportKind?
  ) throws -> [(Campus.ImportKind, [JSONValue])] {
    let document: JSONValue
    do { document = try JSONCoding.decode(JSONValue.self, from: Array(text.utf8)) } catch {
      throw Failure("\(path): this isn't valid JSON")
    }
    if case .array(let rows) = document, let kind, kind != .all { return [(kind, rows)] }
    guard case .object(let members) = document else {
      throw Failure("\(path): this isn't a file of a school")
    }
    return members.compactMap { member in
      guard let kind = Campus.ImportKind(rawValue: member.name), case .array(let rows) = member.value else {
        return nil
      }
      return (kind, rows)
    }
  }
}
