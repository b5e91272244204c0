import FoundationEssentials
import Schema

/// The time of the last complete backup, which `quadctl backup` leaves in the site's data folder.
enum BackupTime {
  /// Seconds since 1970; 0 without a backup, and for a file that holds no time.
  static func seconds(ofSiteIn data: String) -> Int64 {
    guard let bytes = FileManager.default.contents(atPath: "\(data)/\(Launch.backupMark)"), bytes.count < 100
    else { return 0 }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let made = Instant(text.hasSuffix("\n") ? String(text.dropLast()) : text) else { return 0 }
    return made.milliseconds / 1000
  }
}
