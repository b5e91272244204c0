import Calendar
import FuzzTargets
import JSON
import Schema

@testable import campus

extension Decoder {
  /// The files of a school: the first byte is the kind and the form. A value that was read, written and read
  /// again is the same.
  static let school = Decoder(name: "school", seeds: seedsOfSchool) { bytes in
    let choice = Int(bytes.first ?? 0)
    let kinds = Campus.ImportKind.allCases
    let request = Campus.ImportSchool(
      kind: kinds[choice % kinds.count],
      format: Campus.ImportFormat.allCases[choice / kinds.count % Campus.ImportFormat.allCases.count],
      text: ImportText(checked: String(decoding: bytes.dropFirst(), as: UTF8.self)))
    do {
      var reading = try ImportReading(request, in: .utc)
      reading.resolve([:])
      for (kind, rows) in reading.rows {
        let table = ImportTables.of(kind)
        for row in rows {
          if let finding = finding(in: row.cells, table) { return finding }
        }
        for (_, read) in reading.entries(of: kind, table) {
          let once = table.normal(read.entry)
          if table.normal(once) != once { return "\(kind): \(once) is not normal" }
        }
      }
      return nil
    } catch { return nil }
  }

  private static func finding(in cells: ImportCells, _ table: any ImportTable.Type) -> String? {
    for column in table.columns {
      guard let value = cells[column.name] else { continue }
      do {
        if try column.value(of: column.text(of: value)) != value, column.form != .words {
          return "\(column.name): \(value) is not the same as text"
        }
        if try column.value(of: value) != value { return "\(column.name): \(value) is not the same as JSON" }
      } catch { return "\(column.name): \(value) can't be read again: \(error.code.code)" }
    }
    return nil
  }

  @Sendable private static func seedsOfSchool() -> [[UInt8]] {
    let texts: [(Campus.ImportKind, Campus.ImportFormat, String)] = [
      (.terms, .csv, "name,starts,ends\r\nFall,9/8/2026,2027-01-22\r\n"),
      (.bells, .csv, "bell;usual;kind;period;starts;ends\nA;yes;class;1;8:05 AM;09:00\n"),
      (.daytypes, .csv, "name,rotation,blocks\nDay 1,x,\"1 2,3\"\n"),
      (.lunch, .csv, "date,station,dish,allergens,price,salt\n8.9.2026,Grill,Soup,milk eggs,'-1,1.5\n"),
      (
        .contacts, .csv, "name,role,phone,account,emergency\nNurse,\"a \"\"b\"\"\",'+1 202,ada@x.example,no\n"
      ),
      (.all, .json, #"{"format":1,"classes":[{"name":"A","grades":[9,10],"blocks":"1 2"}],"terms":[{}]}"#),
      (.schedules, .json, #"[{"account":"ada@x.example","term":"Fall","grade":9,"block1":"A","2":7}]"#),
      (
        .calendar, .ics,
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261201T180000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\n"
          + "SUMMARY:Fair\r\nLOCATION:Gym\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      ),
    ]
    return texts.map { kind, format, text in
      let kinds = Campus.ImportKind.allCases
      let place =
        (kinds.firstIndex(of: kind) ?? 0) + (Campus.ImportFormat.allCases.firstIndex(of: format) ?? 0)
        * kinds.count
      return [UInt8(place)] + Array(text.utf8)
    }
  }
}
