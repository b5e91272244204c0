import Schema

/// The thing that one or several rows describe: a class, or a bell schedule with a row for each slot.
struct ImportEntry: Sendable, Hashable {
  /// The cells that are the same in every row.
  var head: ImportCells
  /// The cells of each row of the list.
  var parts: [ImportCells]
}

/// An entry of a file, and the rows that it was read from.
struct ReadEntry: Sendable {
  /// The first row.
  let row: Int
  /// The row of each part.
  var rows: [Int] = []
  var columns: Set<String> = []
  var entry: ImportEntry

  /// The entry with what the file lacks taken from `stored`.
  func over(_ stored: ImportEntry?, _ table: any ImportTable.Type) -> ImportEntry {
    guard let stored else { return entry }
    var merged = entry
    for column in table.columns where !column.isPart && !columns.contains(column.name) {
      merged.head[column.name] = stored.head[column.name]
    }
    if !table.columns.contains(where: { $0.isPart && columns.contains($0.name) }) {
      merged.parts = stored.parts
    }
    return merged
  }
}

extension ImportReading {
  /// The entries of a kind in the order of their first rows, by key.
  mutating func entries(
    of kind: Campus.ImportKind, _ table: any ImportTable.Type
  ) -> [(key: String, read: ReadEntry)] {
    var places: [String: Int] = [:]
    var entries: [(key: String, read: ReadEntry)] = []
    let hasParts = table.columns.contains { $0.isPart }
    // A row without its key is reported already, and is the same as no other.
    for row in rows[kind] ?? [] where table.required.allSatisfy({ row.cells[$0] != nil }) {
      var head: ImportCells = [:]
      var part: ImportCells = [:]
      for column in table.columns {
        guard let value = row.cells[column.name] else { continue }
        if column.isPart { part[column.name] = value } else { head[column.name] = value }
      }
      let key = table.key(of: head)
      guard let place = places[key] else {
        places[key] = entries.count
        let read = ReadEntry(
          row: row.row, rows: part.isEmpty ? [] : [row.row], columns: row.columns,
          entry: ImportEntry(head: head, parts: part.isEmpty ? [] : [part]))
        entries.append((key, read))
        continue
      }
      guard hasParts else {
        refuse(kind, row: row.row, column: nil, .importRowTwice)
        continue
      }
      var read = entries[place].read
      for (name, value) in head {
        if let earlier = read.entry.head[name], earlier != value {
          refuse(kind, row: row.row, column: name, .importRowsDiffer)
        }
        read.entry.head[name] = value
      }
      read.columns.formUnion(row.columns)
      if !part.isEmpty {
        read.entry.parts.append(part)
        read.rows.append(row.row)
      }
      entries[place].read = read
    }
    return entries
  }
}
