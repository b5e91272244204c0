import Schema

/// What a new event, or an edit of one, has to be like.
extension EventRow {
  /// A new event, and whether its time was moved out of a gap.
  /// - Parameter ownZone: of the owner's profile: an all-day event is a date there, whatever its client says.
  init(
    _ request: Events.AddEvent, by owner: PersonID, ownZone: ZoneName?, circle: EventCircle?, now: Instant
  ) throws(Fault) {
    if EventTitle.untouched.contains(request.title.text) { throw Fault(.titleUnchanged, field: "title") }
    let id = EventID.timed(now)
    let when = request.when.placed(in: ownZone)
    self.init(
      id: id, owner: owner, title: request.title.text, notes: request.notes?.text,
      place: request.place?.text, when: when, minutes: request.minutes ?? .standard(for: when),
      recurrence: request.recurrence, leads: request.leads.applied(to: .standard), picture: request.picture,
      next: now, last: now, moves: nil, uid: id.description, sequence: 0, added: now, deleted: nil,
      version: 1, revised: now)
    self.circle = circle
    try checkLength()
    let times = try schedule(now)
    guard times.next(after: now) != nil else { throw Fault(notAfter: now) }
  }

  /// What an edit makes of it. The version grows only if something is different then.
  /// - Parameter circle: whom it is shared with afterwards.
  /// - Throws: `title_blank`, `date_bad` when what an event cannot be without is to be cleared;
  ///   `date_not_future` when its time is changed to one that is past. A past event may keep its time.
  func applying(
    _ edit: Events.EditEvent, ownZone: ZoneName?, circle: EventCircle?, now: Instant
  ) throws(Fault) -> EventRow {
    guard let title = edit.title.map(\.text).applied(to: title) else {
      throw Fault(.titleBlank, field: "title")
    }
    guard let asked = edit.when.applied(to: when) else { throw Fault(.dateBad, field: "when") }
    var edited = self
    edited.title = title
    edited.notes = edit.notes.map(\.text).applied(to: notes)
    edited.place = edit.place.map(\.text).applied(to: place)
    edited.when = edit.when == .keep ? when : asked.placed(in: ownZone)
    let usual = EventMinutes.standard(for: edited.when)
    // Two hours are no length of a day, nor is a day one of a dinner.
    let kept = when.isAllDay == edited.when.isAllDay ? minutes : usual
    edited.minutes = edit.minutes.applied(to: kept) ?? usual
    edited.recurrence = edit.recurrence.applied(to: recurrence)
    edited.leads = edit.leads.applied(to: leads)
    edited.picture = edit.picture.applied(to: picture)
    edited.circle = circle
    guard edited != self else { return self }
    try edited.checkLength()
    let isMoved = edited.when != when
    let isLate = moves.map { $0 <= now } ?? false
    if isMoved || isLate || edited.recurrence != recurrence || edited.leads != leads {
      let times = try edited.schedule(now)
      if isMoved, times.next(after: now) == nil { throw Fault(notAfter: now) }
    }
    edited.version += 1
    edited.revise(now)
    return edited
  }

  private func checkLength() throws(Fault) {
    guard when.isAllDay else { return }
    guard minutes.count > 0, minutes.count % EventMinutes.day.count == 0 else {
      throw Fault(.lengthBad, field: "minutes")
    }
  }

  /// Sets the times that follow from `when`, `recurrence` and `leads`, as of now.
  @discardableResult
  mutating func schedule(_ now: Instant) throws(Fault) -> EventTimes {
    let times = try EventTimes(when, recurrence)
    recurrence = times.recurrence
    last = times.last
    next = times.next(after: now) ?? last
    last = max(last, next)
    moves = recurrence == nil ? nil : nextMove(times, after: now)
    return times
  }

  /// When a repeating event begins, or one of its reminders comes, for the first time after now.
  private func nextMove(_ times: EventTimes, after now: Instant) -> Instant {
    let fires = (leads?.all ?? []).compactMap { nextReminder($0, times, after: now)?.fire }
    return ([next].filter { $0 > now } + fires).min() ?? EventRow.endless
  }

  /// The first time of this reminder after now, and when the event begins then.
  func nextReminder(
    _ lead: LeadTime, _ times: EventTimes, after now: Instant
  ) -> (fire: Instant, start: Instant)? {
    // Whatever begins earlier has been reminded of: mornings and changes of the clocks move it by less.
    var start = times.next(after: now.advanced(by: .seconds(lead.minutes * 60 - 2 * 86_400)))
    for _ in 0..<EventRow.maxAttempts {
      guard let found = start else { return nil }
      let fire = times.fire(lead, before: found)
      if fire > now { return (fire, found) }
      start = times.next(after: found)
    }
    return nil
  }

  /// Rules repeat daily at most.
  private static let maxAttempts = 8
}

extension EventRow {
  /// When it begins next; past its last time that one.
  func next(at now: Instant) throws(Fault) -> Instant {
    guard recurrence != nil, next <= now else { return next }
    guard last > now else { return last }
    return try EventTimes(when, recurrence).next(after: now) ?? last
  }

  /// When the time that begins here is over.
  func end(of start: Instant) throws(Fault) -> Instant {
    guard when.isAllDay else { return start.advanced(by: .seconds(minutes.count * 60)) }
    return try EventTimes(when, nil).end(of: start, minutes)
  }
}

extension EventTime {
  /// An all-day event is a date where its owner lives.
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
