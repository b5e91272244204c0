import Schema

/// The numbers of pictures in an archive.
struct PictureTally {
  private(set) var count = 0
  private(set) var bytes: Int64 = 0
  /// Those that a backup had to write.
  private(set) var new = 0
  private(set) var newBytes: Int64 = 0
  private var absent = Names()
  private var missing = Names()
  private var damaged = Names()

  /// The number of them, and the first ones.
  private struct Names {
    static let max = 20
    var count = 0
    var first: [String] = []

    mutating func add(_ name: String) {
      count += 1
      if first.count < Names.max { first.append(name) }
    }

    func text(_ one: String, _ many: String) -> String? {
      guard count > 0 else { return nil }
      let begin = count == 1 ? "1 picture \(one)" : "\(count) pictures \(many)"
      return "\(begin): \(first.joined(separator: ", "))\(count > first.count ? ", …" : "")"
    }
  }

  /// Adds a picture that is whole, with the size of its object.
  mutating func add(_ size: Int, isNew: Bool = false) {
    count += 1
    bytes += Int64(size)
    guard isNew else { return }
    new += 1
    newBytes += Int64(size)
  }

  mutating func add(absent name: ObjectName) { absent.add(name.text) }

  mutating func add(missing file: String) { missing.add(file) }

  mutating func add(damaged file: String) { damaged.add(file) }

  /// A line about the pictures that were missing on the site; nil if there are none.
  var warning: String? {
    absent.text(
      "was missing or damaged when the backup was made", "were missing or damaged when the backup was made")
  }

  /// Lines about the pictures of the backup that are not whole beside it; nil if all are.
  func loss(in folder: String) -> String? {
    let lines = [
      missing.text("of the backup is missing in \(folder)", "of the backup are missing in \(folder)"),
      damaged.text("of the backup is damaged in \(folder)", "of the backup are damaged in \(folder)"),
    ].compactMap { $0 }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// `12 pictures`.
  var text: String { count == 1 ? "1 picture" : "\(count) pictures" }

  /// `12 pictures, 3 new (1.2 MB)`.
  var progress: String { "\(text), \(new) new (\(BackupCommand.megabytes(newBytes)))" }
}
