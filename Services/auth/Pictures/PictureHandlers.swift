import Schema
import ServiceKit
import Store

/// The portraits of people. media-fetcher stores the pictures; auth decides who may use one and who sees it.
extension AuthService {
  /// The deadline for roomhub. It is shorter than the gateway's deadline for auth, so that the reply names
  /// the program that did not respond.
  static let sharedRoomWait = Duration.seconds(1)

  func registerPictures(in handlers: inout Handlers) {
    handlers.on(Auth.SetPicture.self, setPicture)
    handlers.on(Auth.RemovePicture.self, removePicture)
    handlers.on(Auth.GetPicture.self, getPicture)
  }

  /// A new crop of the stored picture needs no claim.
  func setPicture(_ request: Auth.SetPicture, _ call: Call) async throws -> EncodedReply<Auth.OwnProfile> {
    let person = try call.person
    let stored = try await call.read { db in try db.livingPerson(person)?.picture }
    var credit = stored?.credit
    if stored?.object != request.object {
      do {
        credit = try await call.ask(Media.ClaimPicture(object: request.object, person: person)).credit
      } catch let fault as Fault where fault.code == FaultCode.pictureBad.code {
        throw Fault(.pictureBad, field: "object")
      }
    }
    let picture = Auth.ProfilePicture(object: request.object, crop: request.crop, credit: credit)
    return try await call.write { db in try db.setPicture(picture, of: person, call) }
  }

  func removePicture(
    _ request: Auth.RemovePicture, _ call: Call
  ) async throws -> EncodedReply<Auth.OwnProfile> {
    let person = try call.person
    return try await call.write { db in try db.setPicture(nil, of: person, call) }
  }

  func getPicture(_ request: Auth.GetPicture, _ call: Call) async throws -> PictureFile {
    let asker = try call.person
    let row = try await call.read { db in try db.livingPerson(request.id) }
    guard let row, let picture = row.picture else { throw Fault(.notFound) }
    if asker != row.id {
      // The person alone sees what the crop leaves out.
      guard request.variant != .whole, !row.isAway, try await sees(row.id, call) else {
        throw Fault(.notFound)
      }
    }
    return PictureFile(object: picture.object, variant: request.variant, crop: picture.crop)
  }

  /// True for administrators and roommates. On a site without rooms there are no roommates.
  private func sees(_ person: PersonID, _ call: Call) async throws -> Bool {
    if call.identity?.roles.contains(.admin) ?? false { return true }
    guard apps.run(.roomhub) else { return false }
    let request = Roomhub.ShareRoom(person: try call.person, other: person)
    return try await call.ask(request, within: AuthService.sharedRoomWait).isMember
  }

  /// The people with a portrait, deleted ones included as long as they can come back.
  var pictures: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.usedPictures(after: try key?.id(0), limit: limit).map { used in
        SnapshotRow(key: [used.person.description], [try OutboxEvent.snapshot(of: used, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}

extension PersonRow {
  /// True for an account that is blocked or going to be erased: its portrait is hidden from others.
  var isAway: Bool { isBlocked || erases != nil }
}

extension Auth.ProfilePicture {
  init?(_ row: borrowing Row) throws {
    guard let object = try row.textOrNil("picture") else { return nil }
    var crop: Crop?
    if let x = try row.realOrNil("crop_x") {
      crop = Crop(
        x: x, y: try row.real("crop_y"), width: try row.real("crop_width"),
        height: try row.real("crop_height"))
    }
    let credit = try row.textOrNil("picture_credit").map { PictureCredit(checked: $0) }
    self.init(object: ObjectName(checked: object), crop: crop, credit: credit)
  }
}

extension Database {
  /// Publishes a changed profile to its person, from where roomhub passes it on to roommates.
  func publishProfile(_ row: PersonRow, _ call: Call) throws {
    try publish(
      Auth.ProfileChanged(
        person: row.id, firstName: row.firstName, lastName: row.lastName, zone: row.zone),
      to: .people([row.id]), call)
  }

  /// Publishes a profile after a change of what others see of the account: blocked, deleted, or back again.
  func publishProfile(of person: PersonID, _ call: Call) throws {
    if let row = try self.person(person) { try publishProfile(row, call) }
  }

  /// Stores a portrait, or none, as a new version of the profile. The same one again changes nothing.
  fileprivate func setPicture(
    _ picture: Auth.ProfilePicture?, of person: PersonID, _ call: Call
  ) throws -> Auth.OwnProfile {
    guard var row = try livingPerson(person) else { throw Fault(.signInRequired) }
    guard row.picture != picture else { return row.profile }
    let earlier = row.picture
    row.picture = picture
    row.version += 1
    try run(
      """
      UPDATE person SET picture = ?, picture_credit = ?, crop_x = ?, crop_y = ?, crop_width = ?,
        crop_height = ?, version = ? WHERE id = ?
      """,
      picture?.object.text, picture?.credit?.text, picture?.crop?.x, picture?.crop?.y, picture?.crop?.width,
      picture?.crop?.height,
      row.version, person.raw)
    if earlier?.object != picture?.object {
      try publish(Auth.PictureUsed(person: person, object: picture?.object), to: .programs, call)
    }
    try publishProfile(row, call)
    return row.profile
  }

  fileprivate func usedPictures(after last: PersonID?, limit: Int) throws -> [Auth.PictureUsed] {
    try all(
      """
      SELECT id, picture FROM person WHERE picture IS NOT NULL AND is_erasing = 0 AND id > ?
      ORDER BY id LIMIT ?
      """,
      last?.raw ?? .min, limit
    ) {
      Auth.PictureUsed(
        person: PersonID(try $0.id("id")), object: ObjectName(checked: try $0.text("picture")))
    }
  }
}
