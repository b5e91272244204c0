import Schema
import ServiceKit
import Store

/// Asks the provider once a week whether it still has the pictures that people took from it, and deletes
/// those that are gone: their owners have withdrawn them. Events that used one show their drawing again.
struct SourceCheck: Sendable {
  static let interval = Duration.seconds(3600)
  /// The time after which a picture is checked again.
  static let age = Duration.seconds(7 * 24 * 3600)
  /// The limit of pictures per interval, which leaves most of a provider's hourly limit to people.
  static let maxAtOnce = 100

  let context: ServiceContext
  let folder: PictureFolder
  let finder: PictureFinder

  func run() async {
    guard case .web(let web) = finder.rest else { return }
    while !Task.isCancelled {
      let moment = context.clock.now
      do {
        try await check(web, moment)
        try await context.clock.wait(for: SourceCheck.interval, since: moment)
      } catch is CancellationError { return } catch {
        context.log(.error, "pictures of \(finder.provider.rawValue): \(error)")
        do { try await Task.sleep(for: SourceCheck.interval) } catch { return }
      }
    }
  }

  private func check(_ web: WebPictures, _ now: Instant) async throws {
    let source = finder.provider
    let due = try await context.store.read { db in
      try db.picturesToCheck(of: source, before: now.advanced(by: .zero - SourceCheck.age))
    }
    for (name, id) in due where !Task.isCancelled {
      do throws(PictureFailure) {
        if try await web.isGone(id) { try await remove(name) } else { try await keep(name, now) }
      } catch {
        // The rest is asked for in the next interval.
        context.log(.info, "pictures of \(source.rawValue) could not be checked: \(error)")
        return
      }
    }
  }

  private func remove(_ name: ObjectName) async throws(PictureFailure) {
    let folder = folder
    do {
      try await context.store.write { db in
        guard try db.withdraw(name) else { return }
        try folder.remove(name)
      }
    } catch { throw .unavailable("\(error)") }
  }

  private func keep(_ name: ObjectName, _ now: Instant) async throws(PictureFailure) {
    do { try await context.store.write { db in try db.checked(name, at: now) } } catch {
      throw .unavailable("\(error)")
    }
  }
}

extension Database {
  /// Stores where a picture came from; nothing for a bundled one.
  func store(_ picture: FoundPicture, as name: ObjectName, at now: Instant) throws {
    guard [.flickr, .openverse].contains(picture.source) else { return }
    try run(
      """
      INSERT INTO picture_source(picture, source, id, checked_at) VALUES (?, ?, ?, ?)
      ON CONFLICT(picture) DO UPDATE SET source = excluded.source, id = excluded.id,
        checked_at = excluded.checked_at
      """,
      name.text, picture.source.rawValue, picture.id, now)
  }

  fileprivate func picturesToCheck(
    of source: Media.PictureSource, before moment: Instant
  ) throws -> [(ObjectName, String)] {
    try all(
      """
      SELECT picture, id FROM picture_source WHERE source = ? AND checked_at <= ? ORDER BY checked_at LIMIT ?
      """,
      source.rawValue, moment, SourceCheck.maxAtOnce
    ) { (ObjectName(checked: try $0.text("picture")), try $0.text("id")) }
  }

  fileprivate func checked(_ name: ObjectName, at now: Instant) throws {
    try run("UPDATE picture_source SET checked_at = ? WHERE picture = ?", now, name.text)
  }

  /// Deletes a picture that its provider no longer has. False if it is the school's own as well.
  fileprivate func withdraw(_ name: ObjectName) throws -> Bool {
    guard try ownPicture(name) == nil else {
      try run("DELETE FROM picture_source WHERE picture = ?", name.text)
      return false
    }
    try run("DELETE FROM picture WHERE name = ?", name.text)
    return true
  }
}
