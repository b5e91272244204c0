import Schema
import ServiceKit
import Store

/// A crisis as it is stored.
struct CrisisRow: Sendable {
  let id: CrisisID
  let by: PersonID?
  let place: CrisisLocation
  let aed: String?
  let floor: AEDFloor?
  let note: CrisisNote?
  let isDrill: Bool
  let raised: Instant
  let calledOff: Instant?
  let people: Int

  static let columns = "id, raised_by, place, aed, floor, note, is_drill, raised_at, called_off_at, people"

  init(
    id: CrisisID, by: PersonID?, place: CrisisLocation, aed: String?, floor: AEDFloor?, note: CrisisNote?,
    isDrill: Bool, raised: Instant, calledOff: Instant?, people: Int
  ) {
    self.id = id
    self.by = by
    self.place = place
    self.aed = aed
    self.floor = floor
    self.note = note
    self.isDrill = isDrill
    self.raised = raised
    self.calledOff = calledOff
    self.people = people
  }

  init(row: borrowing Row) throws {
    self.init(
      id: CrisisID(try row.id("id")), by: try row.idOrNil("raised_by").map { PersonID($0) },
      place: CrisisLocation(checked: try row.text("place")), aed: try row.textOrNil("aed"),
      floor: try row.textOrNil("floor").map { AEDFloor(checked: $0) },
      note: try row.textOrNil("note").map { CrisisNote(checked: $0) },
      isDrill: try row.int("is_drill") == 1, raised: try row.instant("raised_at"),
      calledOff: try row.instantOrNil("called_off_at"), people: Int(try row.int("people")))
  }

  func callingOff(at moment: Instant) -> CrisisRow {
    CrisisRow(
      id: id, by: by, place: place, aed: aed, floor: floor, note: note, isDrill: isDrill, raised: raised,
      calledOff: moment, people: people)
  }
}

/// A person who is alerted, and why.
struct Alerted: Sendable {
  let person: PersonID
  let isTrained: Bool
  let isRoommate: Bool
}

extension CrisisRow {
  /// The time for which an alert is of use.
  static let use = Duration.seconds(30 * 60)

  /// The alert of one person. Calling off plans it again under the same key with other words, so that
  /// everybody who got the first gets the second.
  /// - Parameter name: The sender's name.
  /// - Parameter number: The site's emergency number.
  func alert(to alerted: Alerted, from name: String?, number: EmergencyNumber) -> Alerts.AlertPlanned {
    let at = calledOff ?? raised
    let reasons = [
      alerted.isTrained ? Alerts.AlertReason(.calledToHelp) : nil,
      alerted.isRoommate ? Alerts.AlertReason(.roommateOfSender) : nil,
    ].compactMap { $0 }
    return Alerts.AlertPlanned(
      key: Alerts.AlertKey(program: .guide, object: AlertObjectID(id.raw), lead: .atTheTime),
      person: alerted.person, at: at, until: at.advanced(by: CrisisRow.use),
      text: text(from: name, number: number), importance: .crisis,
      because: Alerts.AlertReasons(checked: reasons), recurrence: nil)
  }

  /// The length of the longest floor that is a number or an abbreviation, like `2` or `LG1`.
  private static let maxFloorNumber = 3

  private func text(from name: String?, number: EmergencyNumber) -> Alerts.AlertText {
    var values = [Alerts.AlertValue(name: "place", text: place.text)]
    guard calledOff == nil else {
      values.append(Alerts.AlertValue(name: "drill", text: isDrill ? "yes" : "no"))
      return Alerts.AlertText(.crisisOff, values)
    }
    // The text puts the word before the number of a floor; a floor in words, like "basement", has it.
    let isNamed = (floor?.text.count ?? 0) > CrisisRow.maxFloorNumber
    let aedLine = isNamed ? [aed, floor?.text].compactMap(\.self).joined(separator: ", ") : aed
    let more = [("by", name), ("aed", aedLine), ("floor", isNamed ? nil : floor?.text), ("note", note?.text)]
    values += more.compactMap { pair in pair.1.map { Alerts.AlertValue(name: pair.0, text: $0) } }
    if !isDrill { values.append(Alerts.AlertValue(name: "number", text: number.text)) }
    return Alerts.AlertText(isDrill ? .crisisDrill : .crisisAlert, values)
  }
}

extension GuideService {
  /// The alerts that are still of use, a row a person.
  var crisisAlerts: SnapshotTable {
    SnapshotTable { db, key, limit in
      let after = try key.map { (try $0.raw(0), try $0.raw(1)) }
      let number = try db.guideSite().number
      let rows = try db.recentAlerted(
        after: after ?? (.min, .min), since: clock.now.advanced(by: .zero - CrisisRow.use), limit: limit
      ).map { crisis, alerted in
        let name = try crisis.by.flatMap { try db.fullName(of: $0) }
        let alert = crisis.alert(to: alerted, from: name, number: number)
        return SnapshotRow(
          key: [crisis.id.description, alerted.person.description],
          [try OutboxEvent.snapshot(of: alert, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}
