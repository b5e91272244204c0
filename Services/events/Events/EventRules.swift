import Schema

/// The rules for a new event, and for an edit of one.
extension EventRow {
  /// A new event.
  /// - Parameter ownZone: the zone of the owner's profile. An all-day event is a date there, whatever the
  ///   client sends.
  init(
    _ request: Events.AddEvent, by owner: PersonID, ownZone: ZoneName?, circle: EventCircle?,
    picture: EventPicture? = nil, now: Instant
  ) throws(Fault) {
    if EventTitle.untouched.contains(request.title.text) { throw Fault(.titleUnchanged, field: "title") }
    try request.when.date.checkEntered("when.date")
    let id = EventID.timed(now)
    let when = request.when.placed(in: ownZone)
    let usual = EventLook.standard(of: id, title: request.title.text)
    self.init(
      id: id, owner: owner, title: request.title.text, notes: request.notes?.text,
      place: request.place?.text, when: when, minutes: request.minutes ?? .standard(for: when),
      recurrence: request.recurrence, leads: request.leads.applied(to: .standard), picture: picture,
      look: EventLook(drawing: request.drawing ?? usual.drawing, color: request.color ?? usual.color),
      next: now, last: now, moves: nil, uid: id.description, sequence: 0, added: now, deleted: nil,
      version: 1, revised: now)
    self.circle = circle
    try checkLength()
    let times = try schedule(now)
    guard times.next(after: now) != nil else { throw Fault(notAfter: now) }
  }

  /// The event after an edit. The version increases only if something changed.
  /// - Parameter circle: the circle it is shared with afterward.
  /// - Parameter picture: the edited picture, as its owner may use it.
  /// - Throws: `title_blank` or `date_bad` if a required value is cleared; `date_bad` for a year that nobody
  ///   means; `date_not_future` if its time is
  ///   changed to one in the past. A past event may keep its time.
  func applying(
    _ edit: Events.EditEvent, ownZone: ZoneName?, circle: EventCircle?, picture: Patch<EventPicture> = .keep,
    now: Instant
  ) throws(Fault) -> EventRow {
    guard let title = edit.title.map(\.text).applied(to: title) else {
      throw Fault(.titleBlank, field: "title")
    }
    guard let asked = edit.when.applied(to: when) else { throw Fault(.dateBad, field: "when") }
    if case .set(let new) = edit.when { try new.date.checkEntered("when.date") }
    var edited = self
    edited.title = title
    edited.notes = edit.notes.map(\.text).applied(to: notes)
    edited.place = edit.place.map(\.text).applied(to: place)
    edited.when = edit.when == .keep ? when : asked.placed(in: ownZone)
    let usual = EventMinutes.standard(for: edited.when)
    // A change to or from all-day resets the length: two hours do not suit a day, nor a day a dinner.
    let kept = when.isAllDay == edited.when.isAllDay ? minutes : usual
    edited.minutes = edit.minutes.applied(to: kept) ?? usual
    edited.recurrence = edit.recurrence.applied(to: recurrence)
    edited.leads = edit.leads.applied(to: leads)
    edited.picture = picture.applied(to: self.picture)
    let usualLook = EventLook.standard(of: id, title: title)
    edited.look.drawing = edit.drawing.applied(to: look.drawing) ?? usualLook.drawing
    edited.look.color = edit.color.applied(to: look.color) ?? usualLook.color
    edited.circle = circle
    guard edited != self else { return self }
    try edited.checkLength()
    let isMoved = edited.when != when
    let isLate = moves.map { $0 <= now } ?? false
    if isMoved || edited.recurrence != recurrence {
      edited.exceptions = try edited.exceptionsKept(from: self)
    }
    if isMoved || isLate || edited.recurrence != recurrence || edited.leads != leads {
      let times = try edited.schedule(now)
      if isMoved, times.next(after: now) == nil { throw Fault(notAfter: now) }
    }
    edited.version += 1
    edited.revise(now)
    return edited
  }

  private func checkLength() throws(Fault) { try minutes.check(in: when) }

  /// Sets the times that follow from `when`, `recurrence`, `exceptions` and `leads`, as of now.
  /// - Throws: `date_last` if every date is skipped.
  @discardableResult
  mutating func schedule(_ now: Instant) throws(Fault) -> EventTimes {
    let times = try EventTimes(self)
    recurrence = times.recurrence
    guard let latest = times.last else { throw Fault(.dateLast, field: "date") }
    last = latest
    next = times.next(after: now) ?? last
    last = max(last, next)
    moves = recurrence == nil ? nil : nextMove(times, after: now)
    return times
  }

  /// The first time after now at which a repeating event begins or one of its reminders fires.
  private func nextMove(_ times: EventTimes, after now: Instant) -> Instant {
    let fires = (leads?.all ?? []).compactMap { nextReminder($0, times, after: now)?.fire }
    return ([next].filter { $0 > now } + fires).min() ?? EventRow.endless
  }

  /// The first time after now at which this reminder fires, and the start that it announces.
  func nextReminder(
    _ lead: LeadTime, _ times: EventTimes, after now: Instant
  ) -> (fire: Instant, start: Instant)? {
    // Reminders of earlier starts have passed: mornings and clock changes shift them by less.
    var start = times.next(after: now.advanced(by: .seconds(lead.minutes * 60 - 2 * 86_400)))
    for _ in 0..<EventRow.maxAttempts + times.moves.count {
      guard let found = start else { return nil }
      let fire = times.fire(lead, before: found)
      if fire > now { return (fire, found) }
      start = times.next(after: found)
    }
    return nil
  }

  /// The last time after `since`, and not after now, at which this reminder fired, and the start that it
  /// announced. The search halves the time between, because years may have passed.
  func latestReminder(
    _ lead: LeadTime, _ times: EventTimes, after since: Instant, until now: Instant
  ) -> (fire: Instant, start: Instant)? {
    func reminder(after moment: Instant) -> (fire: Instant, start: Instant)? {
      nextReminder(lead, times, after: moment).flatMap { $0.fire <= now ? $0 : nil }
    }
    guard var latest = reminder(after: since) else { return nil }
    var end = now
    while end.since(latest.fire) > .seconds(86_400) {
      let middle = latest.fire.advanced(by: end.since(latest.fire) / 2)
      if let later = reminder(after: middle) { latest = later } else { end = middle }
    }
    for _ in 0..<EventRow.maxAttempts + times.moves.count {
      guard let later = reminder(after: latest.fire) else { break }
      latest = later
    }
    return latest
  }

  /// The limit of starts to check, without moved dates. Rules repeat at most daily.
  private static let maxAttempts = 8
}

extension EventRow {
  /// The next start; after the last start, that one.
  func next(at now: Instant) throws(Fault) -> Instant {
    guard recurrence != nil, next <= now else { return next }
    guard last > now else { return last }
    return try EventTimes(self).next(after: now) ?? last
  }

  /// The end of the occurrence that begins at `start`.
  func end(of start: Instant) throws(Fault) -> Instant {
    guard when.isAllDay || !exceptions.isEmpty else {
      return start.advanced(by: .seconds(minutes.count * 60))
    }
    return try EventTimes(self).end(of: start, minutes)
  }
}

extension EventTime {
  /// An all-day event becomes a date in its owner's zone.
  fileprivate func placed(in zone: ZoneName?) -> EventTime {
    guard isAllDay, let zone else { return self }
    return EventTime(date: date, time: nil, zone: zone)
  }
}

extension EventMinutes {
  static func standard(for when: EventTime) -> EventMinutes { when.isAllDay ? .day : .standard }
}

extension Fault {
  init(notAfter now: Instant) {
    self.init(.dateNotFuture, field: "when")
    details = ["now": .string(now.description)]
  }
}
