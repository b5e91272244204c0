import Schema
import ServiceKit
import Store

/// The public state of auth for programs that keep a copy of people: every account, and every profile with a
/// time zone. No person is in the audience, because programs receive every event.
extension AuthService {
  var signUps: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.signUps(after: try key?.id(0), limit: limit).map { signUp in
        SnapshotRow(
          key: [signUp.person.description], [try OutboxEvent.snapshot(of: signUp, to: .programs)])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }

  /// One row if an administrator has stored settings of the site, none otherwise.
  var storedSite: SnapshotTable {
    SnapshotTable { db, key, limit in
      let told = key == nil ? try db.storedSite() : nil
      let rows = try told.map { site in
        SnapshotRow(key: ["site"], [try OutboxEvent.snapshot(of: site, to: .everyone)])
      }
      return SnapshotRows(rows.map { [$0] } ?? [], limit: limit)
    }
  }

  var zonedProfiles: SnapshotTable {
    SnapshotTable { db, key, limit in
      let rows = try db.zonedProfiles(after: try key?.id(0), limit: limit).map { profile in
        SnapshotRow(
          key: [profile.person.description], [try OutboxEvent.snapshot(of: profile, to: .people([]))])
      }
      return SnapshotRows(rows, limit: limit)
    }
  }
}
