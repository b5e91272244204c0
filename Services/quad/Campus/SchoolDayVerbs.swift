import Calendar
import Schema
import SiteCommands
import Terminal

/// A person's day and schedule.
enum SchoolDayVerbs {
  @Sendable static func day(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 1)
    let school = try await visit.send(Campus.GetSchool())
    let zone = try SchoolDayVerbs.zone(of: school)
    let date = try visit.arguments.words.first.map { try typedDate($0, in: zone) }
    let day = try await visit.send(Campus.GetMyDay(date: date))
    try await visit.show(day) {
      say(day.date, day.day, day.slots, at: day.now.advanced(by: .milliseconds(day.offsetMs)), in: zone)
      guard day.day.state != .school, let next = day.next else { return }
      Output.say("")
      say(next.date, next.day, next.slots, at: nil, in: zone)
    }
  }

  static func zone(of school: Campus.School) throws -> Zone {
    do { return try Zone.named(school.zone) } catch {
      throw Failure("this machine doesn't have the time zone \(Plain.line(school.zone.text))")
    }
  }

  /// A date as a person types it, seen from the school.
  static func typedDate(_ text: String, in zone: Zone) throws(UsageError) -> CivilDate {
    switch DueTime.reading(text, LocalTime.now, in: zone) {
    case .wall(let date, nil)?: return date
    default: throw UsageError("\(text): enter a date like 2026-11-24, tomorrow, or fri")
    }
  }

  private static func say(
    _ date: CivilDate, _ day: Campus.Day, _ slots: [Campus.MySlot], at now: Instant?, in zone: Zone
  ) {
    let names = [day.dayType?.name.text, day.bell?.name.text].compactMap { $0 }.map { Plain.line($0) }
    let what =
      switch day.state {
      case .school: names.isEmpty ? "school" : names.joined(separator: ", ")
      case .closed: "closed"
      case .noSchool: "no school"
      }
    var title = StyledText(Phrases.date(date), .bold) + StyledText("  \(what)")
    if let note = day.note { title = title + StyledText("  \(Plain.line(note.text))", .dim) }
    Output.say(title)
    guard !slots.isEmpty else { return }
    var table = Table([.left(""), .left("TIME"), .left("BLOCK"), .text("CLASS"), .text("ROOM"), .text("")])
    for slot in slots {
      let isNow = now.map { slot.starts <= $0 && $0 < slot.ends } ?? false
      let times = [slot.starts, slot.ends].map { zone.wallTime(at: $0).time.description.prefix(5) }
      table.add([
        StyledText(isNow ? ">" : "", .green), StyledText(times.joined(separator: "-")),
        StyledText(slot.block.map { "\($0.count)" } ?? ""), StyledText(Plain.line(name(of: slot))),
        StyledText(Plain.line(slot.class?.room ?? "")), notice(of: slot),
      ])
    }
    Output.say(table.filled)
  }

  private static func name(of slot: Campus.MySlot) -> String {
    if let taken = slot.class { return taken.name }
    if let name = slot.name { return name }
    switch slot.kind {
    case .class: return "free"
    case .lunch: return "Lunch"
    case .homeroom: return "Homeroom"
    case .assembly: return "Assembly"
    case .break: return "Break"
    }
  }

  private static func notice(of slot: Campus.MySlot) -> StyledText {
    guard let notice = slot.notice else { return "" }
    if notice.isCancelled { return StyledText("canceled", .red) }
    let words = [
      notice.room.map { _ in "other room" }, notice.substitute.map { "with \($0)" }, notice.note,
    ].compactMap { $0 }
    return StyledText(Plain.line(words.joined(separator: ", ")), .bold)
  }

  @Sendable static func schedule(_ visit: Visit) async throws {
    try visit.arguments.refuseMore(than: 0)
    let schedule = try await visit.send(Campus.GetSchedule())
    try await visit.show(schedule) {
      guard let grade = schedule.grade else {
        return Output.say("Your schedule is blank. Fill it in on the site, under School.")
      }
      Output.say("Grade \(grade.count)")
      var table = Table([.right("BLOCK"), .text("CLASS"), .text("TEACHER"), .text("ROOM")])
      for block in schedule.blocks {
        table.add([
          "\(block.block.count)", StyledText(Plain.line(block.class?.name.text ?? "free")),
          StyledText(Plain.line(block.class?.teacher?.name?.text ?? "")),
          StyledText(Plain.line(block.class?.room?.text ?? "")),
        ])
      }
      Output.say(table.filled)
    }
  }
}
