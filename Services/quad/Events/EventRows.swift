import GatewayClient
import Schema
import SiteCommands
import Terminal

/// Events as rows of a table.
enum EventRows {
  /// The minimum number of columns for a table; below it an event takes two lines.
  static let wide = 72
  /// The minimum number of columns for a table with places.
  private static let veryWide = 110

  static func table(
    _ events: [Events.CalendarEvent], isPast: Bool, _ names: EventPeople, now: Instant
  ) -> Table {
    var table = Table([
      .right("#"), .text("EVENT"), .left("WHEN"), .right(isPast ? "AGO" : "LEFT"), .left("TO DO"),
      .right("BUDGET"), .left("SHARED"), .left("YOU"), .text("PLACE"),
    ])
    let hasRoom = Output.columns.map { $0 >= veryWide } ?? true
    for (index, event) in events.enumerated() {
      let toDos = event.toDos
      table.add([
        "\(index + 1)", StyledText(event.title, .bold), StyledText(EventWords.when(event)),
        StyledText(EventWords.away(event, now: now)),
        StyledText(toDos.all > 0 ? "\(toDos.done)/\(toDos.all)" : ""),
        budget(event.budget), StyledText(names.shared(event)), StyledText(event.answer?.rawValue ?? ""),
        StyledText(hasRoom ? event.place ?? "" : "", .dim),
      ])
    }
    // Empty columns are left out.
    return table.filled
  }

  private static func budget(_ sums: Events.BudgetSums?) -> StyledText {
    guard let sums else { return "" }
    let isOver = sums.cap.map { sums.expected > $0 } ?? false
    return StyledText(Amounts(sums).text(sums.expected), isOver ? .red : .plain)
  }

  /// Prints an event on two lines, for a terminal as narrow as a phone.
  static func say(_ event: Events.CalendarEvent, row: Int, _ columns: Int, _ now: Instant) {
    let number = "\(row)  "
    let away = EventWords.away(event, now: now) + (event.isPast ? " ago" : "")
    let title = DisplayWidth.cut(Plain.line(event.title), to: max(columns - number.count, 1))
    Output.say(StyledText(number) + StyledText(title, .bold))
    let margin = String(repeating: " ", count: number.count)
    Output.say(
      StyledText(margin + DisplayWidth.cut("\(EventWords.when(event)) · \(away)", to: columns - number.count))
    )
  }

  static func say(whole event: Events.CalendarEvent, _ visit: Visit) async throws {
    let names = try await EventPeople(visit, [event])
    let away = EventWords.away(event, now: LocalTime.now)
    let answers = [("yes", event.answers.yes), ("maybe", event.answers.maybe), ("no", event.answers.no)]
      .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    Output.say(
      Facts([
        ("Event", event.title), ("When", EventWords.when(event)), ("There", EventWords.there(event)),
        ("Left", event.isPast ? nil : away), ("Past", event.isPast ? "\(away) ago" : nil),
        ("Length", Phrases.length(minutes: event.minutes.count)),
        ("Repeats", event.recurrence.map { EventWords.rule($0) }),
        ("Skipped", EventWords.skipped(event)), ("Moved", EventWords.moved(event)),
        ("Reminders", EventWords.leads(event.leads)),
        ("Place", event.place), ("Look", look(event)),
        ("Shared", sharing(event, names)),
        ("Answers", answers.isEmpty ? nil : answers), ("You", event.answer?.rawValue),
        ("To do", event.toDos.all > 0 ? "\(event.toDos.done) of \(event.toDos.all) done" : nil),
        (
          "Budget",
          event.budget.map { sums in
            let cap = sums.cap.map { " of \(Amounts(sums).text($0))" } ?? ""
            return Amounts(sums).text(sums.expected) + cap
          }
        ),
        ("Version", "\(event.version)"), ("Id", event.id.description),
      ]))
    guard let notes = event.notes else { return }
    Output.say("")
    Output.say(notes)
  }

  private static func look(_ event: Events.CalendarEvent) -> String? {
    let parts = [event.drawing?.rawValue, event.color?.rawValue].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func sharing(_ event: Events.CalendarEvent, _ names: EventPeople) -> String? {
    let parts = [names.shared(event), event.hasLink ? "a public link" : ""].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// The names of the people in events.
struct EventPeople: Sendable {
  private let names: Names?

  /// Requests the names only if an event has another owner; a person without a room has no roommates to name.
  init(_ visit: Visit, _ events: [Events.CalendarEvent]) async throws {
    self.init(events.contains { !$0.isMine } ? try await EventPeople(visit).names : nil)
  }

  private init(_ names: Names?) { self.names = names }

  init(_ visit: Visit) async throws {
    do { names = try await Names(visit) } catch ClientError.refused(let fault)
      where fault.code == FaultCode.noRoom.code
    { names = nil }
  }

  /// The owner as `by Ada Okafor`, or for an own event, and one of a course, the group it is shared with.
  func shared(_ event: Events.CalendarEvent) -> String {
    if !event.isMine, event.visibility != .course { return "by \(self[event.owner])" }
    return event.visibility == .private ? "" : "with your \(event.visibility.rawValue)"
  }

  subscript(_ person: PersonID) -> String { names?[person] ?? "someone" }
}

/// Amounts of one currency, such as `120.50 USD`.
struct Amounts: Sendable {
  let currency: CurrencyCode
  let digits: Int
  var locale: LocaleName? = MoneyLocale.environment

  init(_ sums: Events.BudgetSums) { (currency, digits) = (sums.currency, sums.digits) }

  init(_ budget: Events.Budget, _ locale: LocaleName?) {
    (currency, digits, self.locale) = (budget.currency, budget.digits, locale)
  }

  func text(_ units: Int64) -> String { "\(number(units)) \(currency)" }

  func number(_ units: Int64) -> String { Price.text(units, digits: digits, in: locale) }
}
