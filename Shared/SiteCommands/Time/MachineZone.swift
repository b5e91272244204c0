package import Calendar
import FoundationEssentials
package import Schema
import Terminal

/// The time zone of this machine: `TZ`, else `/etc/localtime`, else UTC, as in any program.
package struct MachineZone: Sendable {
  package let zone: Zone
  /// Its name in the time zone database; nil for rules without a name. Requests to a site need a name.
  package let name: ZoneName?

  package static let current = MachineZone(ProcessInfo.processInfo.environment["TZ"])

  private static let folder = "zoneinfo/"

  /// - Parameter setting: the value of `TZ`: a name, a path or a POSIX rule, each perhaps after a colon.
  package init(_ setting: String?, localtime: String = "/etc/localtime") {
    guard let setting else {
      self = MachineZone(file: localtime) ?? .utc
      return
    }
    let text = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
    self =
      text.hasPrefix("/")
      ? MachineZone(file: text) ?? .utc : MachineZone(named: text) ?? MachineZone(rule: text) ?? .utc
  }

  private init(zone: Zone, name: ZoneName?) {
    self.zone = zone
    self.name = name
  }

  private static let utc = MachineZone(zone: .utc, name: ZoneName("UTC"))

  private init?(named text: String) {
    guard let name = ZoneName(text) else { return nil }
    do { self.init(zone: try Zone.named(name), name: name) } catch { return nil }
  }

  private init?(rule text: String) {
    do { self.init(zone: Zone(name: text, table: try ZoneTable(rule: text)), name: nil) } catch { return nil }
  }

  /// Reads a file. A link into the database has the zone's name; a copy does not.
  private init?(file: String) {
    for path in [MachineZone.target(of: file), file].compactMap(\.self) {
      if let start = path.firstRange(of: MachineZone.folder)?.upperBound,
        let zone = MachineZone(named: String(path[start...]))
      {
        self = zone
        return
      }
    }
    do {
      let bytes = try ByteFile.open(file).read(ZoneTable.maxFileBytes + 1)
      self.init(zone: Zone(name: file, table: try ZoneTable(bytes)), name: nil)
    } catch { return nil }
  }

  private static func target(of link: String) -> String? {
    do { return try FileManager.default.destinationOfSymbolicLink(atPath: link) } catch { return nil }
  }
}

extension String {
  fileprivate func firstRange(of part: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
