import Calendar
import Crypto
import JSON
import Schema
import ServiceKit
import Store

/// The share card of an event at one moment: what it says, in the words of a language.
struct EventCard {
  let event: EventRow
  let next: Instant
  let now: Instant
  let isMagic: Bool
  let language: Alerts.Language
  let site: String

  /// - Throws: `magic_too_close` if the wand is asked for and cannot be used.
  func card() throws -> ShareCard {
    let countdown = Countdown(to: next, at: now, wand: isMagic)
    guard !isMagic || countdown.isWandOn else { throw Fault(.magicTooClose) }
    let unnamed = ShareCard(
      name: CardName(checked: ""), picture: event.picture?.object, crop: event.picture?.crop,
      color: event.look.color.hex, title: event.title, figures: figures(countdown), date: date,
      hasWand: countdown.isWandOn, credit: event.picture?.credit, site: site)
    let digits = BLAKE2b.hash(try JSONCoding.encode(unnamed)).prefix(16).hexadecimal
    return unnamed.named(CardName(checked: digits))
  }

  /// Days, hours and minutes: a picture does not count seconds.
  private func figures(_ countdown: Countdown) -> [ShareCard.Figure] {
    let digits = countdown.digits
    return zip([digits.days, digits.hours, digits.minutes], CardUnit.words(in: language)).map {
      number, unit in
      let isOne = language.singulars.contains(Int(number))
      return ShareCard.Figure(number: "\(number)", label: unit.label(isOne: isOne, isPast: countdown.isPast))
    }
  }

  /// No reader's zone is known, so the text names the event's.
  private var date: String {
    let dates = FullDates(language: language, home: .utc)
    return event.when.isAllDay
      ? dates.date(of: next, zone: event.when.zone) : dates.moment(next, zone: event.when.zone)
  }
}

extension ShareCard {
  fileprivate func named(_ name: CardName) -> ShareCard {
    ShareCard(
      name: name, picture: picture, crop: crop, color: color, title: title, figures: figures, date: date,
      hasWand: hasWand, credit: credit, site: site)
  }
}

extension EventsService {
  func getCard(_ request: Events.GetCard, _ call: Call) async throws -> ShareCard {
    let person = try call.person
    return try await call.read { db in
      try card(
        of: try db.visibleEvent(request.id, for: person), request.magic, request.language, db, call)
    }
  }

  func getSharedCard(_ request: Events.GetSharedCard, _ call: Call) async throws -> ShareCard {
    try await call.read { db in
      try card(of: try db.event(of: request.token), request.magic, request.language, db, call)
    }
  }

  private func card(
    of event: EventRow, _ isMagic: Bool?, _ language: Alerts.Language?, _ db: borrowing Database, _ call: Call
  ) throws -> ShareCard {
    let site = try db.site()
    let card = EventCard(
      event: event, next: try event.next(at: call.now), now: call.now, isMagic: isMagic ?? false,
      language: language ?? site.language ?? self.language, site: site.name ?? siteName)
    return try card.card()
  }
}
