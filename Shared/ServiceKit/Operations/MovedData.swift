internal import FoundationEssentials

/// The marks of `quadctl move` in a site's data folder.
enum MovedData {
  /// There while the last steps of a move are not done.
  private static let unfinished = "moving"
  /// It holds where the data is since the last move: `sqlite`, or the address of a server.
  private static let moved = "moved"

  /// Refuses a place that has none of the data any more, or not all of it. A program would begin as on a new
  /// site there, and others would find another stream.
  static func refuse(_ data: String, _ store: StoreAddress) throws(SettingError) {
    guard !FileManager.default.fileExists(atPath: "\(data)/\(unfinished)") else {
      throw SettingError(
        name: "QUAD_DATA", problem: "holds a move that was broken off: run the same `quadctl move` again")
    }
    guard let content = FileManager.default.contents(atPath: "\(data)/\(moved)") else { return }
    let place = String(decoding: content, as: UTF8.self).filter { !$0.isNewline }
    guard StoreAddress.isServer(place) == store.isFile else { return }
    throw SettingError(
      name: StoreAddress.setting,
      problem: "must be \(place): `quadctl move` took the data there, and \(data)/\(moved) says so. To move "
        + "it back, run `quadctl move` again")
  }
}
