internal import FoundationEssentials
package import Schema

/// Deletes what restores have moved aside. It holds people who were erased since, so it does not stay: a
/// `replaced-<time>` goes 7 days after the restore, at a start of a program or within the hour.
package struct RestoreLeftovers: Sendable {
  /// The time for which the data before a restore is kept, for an operator who restored the wrong backup.
  package static let lifetime = Duration.seconds(7 * 24 * 3600)
  /// The beginning of the name of a folder with previous data. The time of the restore follows.
  package static let prefix = "replaced-"
  /// Folders of a restore that was interrupted before it changed anything. Their age is that of the folder.
  private static let unfinished = [".restoring", "restored-beside"]

  private let folders: [String]

  /// - Parameter data: The site's data folder. In containers each program's own folder holds what was before.
  package init(data: String, program: ProgramName) { folders = [data, "\(data)/\(program)"] }

  /// Deletes what is older than `lifetime`. Several programs may do so at the same time.
  /// - Returns: The paths that were deleted.
  package func sweep(now: Instant) throws -> [String] {
    var deleted: [String] = []
    for folder in folders where FileManager.default.fileExists(atPath: folder) {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        let path = "\(folder)/\(name)"
        guard let made = try RestoreLeftovers.time(of: name, at: path),
          now.since(made) > RestoreLeftovers.lifetime
        else { continue }
        do { try FileManager.default.removeItem(atPath: path) } catch {
          // Another program was faster.
          guard !FileManager.default.fileExists(atPath: path) else { throw error }
        }
        deleted.append(path)
      }
    }
    return deleted
  }

  /// Returns nil for a folder that no restore has made.
  private static func time(of name: String, at path: String) throws -> Instant? {
    if name.hasPrefix(prefix) { return time(in: name.dropFirst(prefix.count)) }
    guard unfinished.contains(name) else { return nil }
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    return date.map { Instant(milliseconds: Int64($0.timeIntervalSince1970 * 1000)) }
  }

  /// Reads `20261124T221153Z`, whatever follows: a second restore of the same second has a number.
  private static func time(in text: Substring) -> Instant? {
    let form = Array("dddddddd-dddddd-".utf8)
    let digits = text.utf8.prefix(form.count)
    guard digits.count == form.count, digits.last == UInt8(ascii: "Z"),
      zip(digits, form).allSatisfy({ $1 == UInt8(ascii: "-") || (0x30...0x39).contains($0) })
    else { return nil }
    func part(_ from: Int, _ count: Int) -> Substring { text.dropFirst(from).prefix(count) }
    return Instant(
      "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(9, 2)):\(part(11, 2)):\(part(13, 2)).000Z")
  }
}
