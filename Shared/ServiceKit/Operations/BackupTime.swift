internal import FoundationEssentials
package import Schema

/// The time of the last complete backup, which `quadctl backup` leaves in the site's data folder.
package enum BackupTime {
  /// Nil without a backup, and for a file that holds no time.
  package static func last(ofSiteIn data: String) -> Instant? {
    guard let bytes = FileManager.default.contents(atPath: "\(data)/\(Launch.backupMark)"), bytes.count < 100
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return Instant(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  /// Seconds since 1970; 0 for none.
  package static func seconds(ofSiteIn data: String) -> Int64 {
    (last(ofSiteIn: data)?.milliseconds ?? 0) / 1000
  }
}
