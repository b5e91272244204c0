import Bus
import JSON
import Schema
import ServiceKit

/// `GET /v1/admin/overview`: the state of the site and its numbers, composed from what each program reports
/// about itself. A program that does not answer in time is named, and the rest is there without it.
final class SiteOverview: Sendable {
  /// The deadline for a program's reply.
  static let patience = Duration.milliseconds(1500)
  static let maxConcurrent = 4
  /// The part of a disk that has to be free, as in the alert rules of `compose/prometheus`.
  static let minFreeDisk = 0.1

  /// The whole reply.
  struct Document: Encodable, Sendable {
    let made: Instant
    let programs: [ProgramState]
    /// The programs without a reply.
    let away: [String]
    /// The fullest disk of the programs; absent if no program reports one.
    let disk: Disk?
    /// Absent if auth is away.
    let backup: Auth.BackupState?
    /// The counts of all programs, by name; those of programs that are away are missing.
    let counts: [String: Int]
  }

  struct ProgramState: Encodable, Sendable {
    let program: String
    let state: State
    var version: String?
    var started: Instant?
    /// Events of other programs that it has not applied yet.
    var behind: Int64?
    var deadLetters: Int?
  }

  enum State: String, Encodable, CaseIterable, Sendable {
    case ready, degraded, starting, away
  }

  struct Disk: Encodable, Sendable {
    let freeBytes: Int64
    let bytes: Int64
    let isLow: Bool
  }

  private let bus: Node
  private let log: Log
  private let live: LiveStream
  private let apps: SiteApps
  private let started = SiteClock.system
  private let turnstile = Turnstile(limit: SiteOverview.maxConcurrent, retryAfterMs: 1000)

  init(bus: Node, log: Log, live: LiveStream, _ apps: SiteApps) {
    self.bus = bus
    self.log = log
    self.live = live
    self.apps = apps
  }

  /// - Throws: `busy` while too many others are in progress.
  func document(for who: SessionCache.Resolved, now: Instant = SiteClock.system) async throws -> [UInt8] {
    try await turnstile.pass {
      async let backup = backup(for: who)
      let replies = await replies()
      return try JSONCoding.encode(
        SiteOverview.compose(
          replies, of: apps, backup: await backup, gateway: started, now: now,
          isFollowed: live.isFollowing))
    }
  }

  /// The reply from those of the programs.
  ///
  /// - Parameter apps: The apps of the site; programs of others are left out.
  /// - Parameter gateway: The start of the gateway.
  /// - Parameter isFollowed: True for a program whose stream reaches the gateway.
  static func compose(
    _ replies: [String: Control.Overview], of apps: SiteApps, backup: Auth.BackupState?, gateway: Instant,
    now: Instant, isFollowed: (ProgramName) -> Bool
  ) -> Document {
    let programs = apps.rows.map { row in
      let name = row.name.text
      guard row.hasStore else {
        return ProgramState(program: name, state: .ready, version: Release.version, started: gateway)
      }
      guard let reply = replies[name] else { return ProgramState(program: name, state: .away) }
      let isReady = reply.isReady && isFollowed(row.name)
      return ProgramState(
        program: name, state: !isReady ? .starting : reply.isDegraded ? .degraded : .ready,
        version: reply.version, started: reply.started, behind: behind(reply, replies),
        deadLetters: reply.deadLetters)
    }
    return Document(
      made: now, programs: programs, away: programs.filter { $0.state == .away }.map(\.program),
      disk: disk(of: Array(replies.values)), backup: backup,
      counts: replies.values.reduce(into: [:]) { $0.merge($1.counts) { first, _ in first } })
  }

  private static func behind(_ reply: Control.Overview, _ replies: [String: Control.Overview]) -> Int64 {
    reply.cursors.keys.reduce(0) { sum, producer in
      sum + (replies[producer].flatMap { reply.lag(in: producer, at: $0) } ?? 0)
    }
  }

  private static func disk(of replies: [Control.Overview]) -> Disk? {
    let disks = replies.compactMap { reply -> Disk? in
      guard let free = reply.diskFreeBytes, let bytes = reply.diskBytes, bytes > 0 else { return nil }
      return Disk(freeBytes: free, bytes: bytes, isLow: Double(free) < Double(bytes) * minFreeDisk)
    }
    return disks.min { Double($0.freeBytes) / Double($0.bytes) < Double($1.freeBytes) / Double($1.bytes) }
  }

  private func replies() async -> [String: Control.Overview] {
    await withTaskGroup(of: (String, Control.Overview?).self) { group in
      for program in apps.programs { group.addTask { (program.text, await self.ask(program)) } }
      var replies: [String: Control.Overview] = [:]
      for await (name, reply) in group { replies[name] = reply }
      return replies
    }
  }

  private func ask(_ program: ProgramName) async -> Control.Overview? {
    var header = Header(id: .random())
    header.subject = Control.AskOverview.subject
    header.flags = .repeatable
    do {
      let call = OutgoingCall(program: program, header: header, body: [], within: SiteOverview.patience)
      return try JSONCoding.decode(Control.Overview.self, from: try await bus.call(call).body)
    } catch let error as CallError {
      log(.debug, "overview: \(program): \(error.fault.code)")
      return nil
    } catch {
      log(.warning, "overview: \(program): \(error)")
      return nil
    }
  }

  private func backup(for who: SessionCache.Resolved) async -> Auth.BackupState? {
    do {
      return try await bus.call(
        Auth.GetBackup(), within: SiteOverview.patience, context: CallContext(assertion: who.assertion))
    } catch {
      log(.debug, "overview: the backup: \(error.fault.code)")
      return nil
    }
  }
}
