import Calendar
import Schema
import Testing

@testable import campus

@Suite("A file of a school is read row by row, and what can't be read is named")
struct ImportReadingTests {
  private func read(
    _ text: String, _ kind: Campus.ImportKind, _ format: Campus.ImportFormat = .csv
  ) throws(Fault) -> ImportReading {
    let request = Campus.ImportSchool(kind: kind, format: format, text: ImportText(checked: text))
    return try ImportReading(request, in: .utc)
  }

  private func refused(
    _ text: String, _ kind: Campus.ImportKind, _ format: Campus.ImportFormat = .csv
  ) -> String? {
    do {
      _ = try read(text, kind, format)
      return nil
    } catch { return error.code }
  }

  @Test(
    "dates as spreadsheets write them",
    arguments: [
      ("2026-09-08", "2026-09-08"), ("9/8/2026", "2026-09-08"), ("8.9.2026", "2026-09-08"),
      ("08.09.2026", "2026-09-08"), ("2/29/2028", "2028-02-29"), ("2/29/2027", nil), ("13/1/2026", nil),
      ("9/8/26", nil), ("0002-09-08", nil), ("2026-9-8", nil), ("tomorrow", nil), ("2026-09-08T00:00", nil),
    ])
  func dates(text: String, date: String?) {
    let read = try? ImportDates.date(text)
    #expect(read?.description == date)
  }

  @Test(
    "times as spreadsheets write them",
    arguments: [
      ("08:05", "08:05"), ("8:05", "08:05"), ("8:05 AM", "08:05"), ("1:45 pm", "13:45"),
      ("12:00 PM", "12:00"),
      ("12:30 am", "00:30"), ("08:05:00", "08:05"), ("08:05:09", "08:05:09"), ("24:00", nil),
      ("13:00 PM", nil),
      ("8", nil), ("8:5:", nil), ("-1:00", nil), (":", nil), ("٨:٠٥", nil), ("", nil),
    ])
  func times(text: String, time: String?) {
    let read = try? ImportDates.time(text)
    #expect(read.map(ImportDates.written) == time)
  }

  @Test("a table: any separator, other names of columns, blank rows, unknown columns")
  func table() throws {
    let reading = try read(
      "Name;Start Date;END;Remark\r\nFall;9/8/2026;2027-01-22;x\r\n;;;\r\n\r\n"
        + " Spring ;1/25/2027;18.6.2027;\r\n",
      .terms)
    #expect(reading.errors.isEmpty && reading.count == 2 && reading.ignored == ["Remark"])
    #expect(
      reading.rows[.terms]?.map(\.cells) == [
        ["name": "Fall", "starts": "2026-09-08", "ends": "2027-01-22"],
        ["name": "Spring", "starts": "2027-01-25", "ends": "2027-06-18"],
      ])
    #expect(reading.rows[.terms]?.map(\.row) == [2, 5])
  }

  @Test("each cell that can't be read is named with its line and column")
  func cells() throws {
    let reading = try read(
      """
      title,starts,time,grades
      ,2026-09-08,,
      Concert,soon,25:00,
      Exam,2026-09-08,,nine
      Fair,2026-09-08,,9,extra
      """, .calendar)
    #expect(
      reading.errors.map { "\($0.row) \($0.column ?? "-") \($0.code)" } == [
        "2 title import_cell_empty", "3 starts date_bad", "3 time time_bad", "4 grades import_number_bad",
        "5 - import_row_long",
      ])
  }

  @Test("a file that is something else is refused as a whole")
  func whole() {
    #expect(refused("", .terms) == "import_file_bad")
    #expect(refused("one,two\n1,2\n", .terms) == "import_file_bad")
    #expect(refused("name,starts,ends\n\"Fall", .terms) == "import_file_quotes")
    #expect(refused("name\nx\n", .all) == "import_kind_needed")
    #expect(refused("{}", .all, .json) == "import_file_bad")
    #expect(refused("[]", .all, .json) == "import_kind_needed")
    #expect(refused("{\"format\": 2, \"terms\": []}", .all, .json) == "import_file_bad")
    #expect(refused("{\"terms\": [], \"terms\": []}", .all, .json) == "import_file_bad")
    #expect(refused("{\"terms\": {}}", .all, .json) == "import_file_bad")
    #expect(refused("nothing", .terms, .json) == "import_file_bad")
    #expect(refused("BEGIN:VCALENDAR", .terms, .ics) == "import_format_unfit")
    #expect(refused("nothing", .calendar, .ics) == "calendar_bad")
    let many = "name\n" + String(repeating: "x\n", count: Campus.maxImportRows + 1)
    #expect(refused(many, .classes) == "import_file_long")
  }

  @Test("the columns that name a thing have to be there")
  func keys() throws {
    let reading = try read("starts,ends\n2026-09-08,2026-10-08\n", .terms)
    #expect(reading.errors.map(\.code) == ["import_column_missing"] && reading.errors[0].column == "name")
  }

  @Test("JSON has the same columns with typed values")
  func json() throws {
    let reading = try read(
      """
      {"format": 1, "classes": [
        {"name": "Biology", "grades": [9, 10], "blocks": "3 7", "room": 12, "odd": true},
        {"name": "Art", "grades": "nine", "blocks": 4, "lunch": null}, 7,
        {"name": "Choir", "grades": []}
      ], "music": []}
      """, .all, .json)
    #expect(
      reading.rows[.classes]?.first?.cells == [
        "name": "Biology", "grades": [9, 10], "blocks": [3, 7], "room": "12",
      ])
    #expect(reading.rows[.classes]?[1].columns == ["name", "grades", "blocks", "lunch"])
    #expect(reading.rows[.classes]?.last?.cells == ["name": "Choir"])
    #expect(
      reading.errors.map { "\($0.row) \($0.column ?? "-") \($0.code)" } == [
        "2 grades import_number_bad", "3 - import_cell_bad",
      ])
    #expect(reading.ignored == ["odd", "music"])
  }

  @Test("a calendar file: whole days, times on the school's clocks, and repeats")
  func calendar() throws {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20261126",
      "DTEND;VALUE=DATE:20261128", "SUMMARY:Recess", "END:VEVENT", "BEGIN:VEVENT", "UID:2",
      "DTSTART:20261201T180000Z", "DTEND:20261201T200000Z", "SUMMARY:Fair", "LOCATION:Gym", "END:VEVENT",
      "BEGIN:VEVENT", "UID:3", "DTSTART:20261202T080000Z", "RRULE:FREQ=WEEKLY;COUNT=3", "SUMMARY:Club",
      "END:VEVENT", "BEGIN:VEVENT", "UID:4", "DTSTART:20261203T080000Z", "STATUS:CANCELLED", "SUMMARY:Off",
      "END:VEVENT", "BEGIN:VEVENT", "UID:5", "SUMMARY:No start", "END:VEVENT",
      "BEGIN:VEVENT", "UID:6", "DTSTART;VALUE=DATE:00261201", "SUMMARY:Long ago", "END:VEVENT",
      "END:VCALENDAR", "",
    ]
    let reading = try read(lines.joined(separator: "\r\n"), .calendar, .ics)
    #expect(
      reading.rows[.calendar]?.map(\.cells) == [
        ["title": "Recess", "starts": "2026-11-26", "ends": "2026-11-27"],
        [
          "title": "Fair", "place": "Gym", "starts": "2026-12-01", "ends": "2026-12-01", "time": "18:00",
          "until": "20:00",
        ],
        ["title": "Club", "starts": "2026-12-02", "ends": "2026-12-02", "time": "08:00"],
        ["title": "Club", "starts": "2026-12-09", "ends": "2026-12-09", "time": "08:00"],
        ["title": "Club", "starts": "2026-12-16", "ends": "2026-12-16", "time": "08:00"],
      ])
    #expect(reading.errors.map(\.code) == ["start_missing", "date_bad"] && reading.errors[0].row > 20)
  }

  @Test("a formula's apostrophe is taken off again", arguments: ["+1 (202) 555-0150", "=1+1", "-", "@home"])
  func formulas(text: String) throws {
    let column = ImportColumn("phone")
    #expect(try column.value(of: "'\(text)") == .string(text))
    #expect(try column.value(of: "'tis the season") == "'tis the season")
  }
}
