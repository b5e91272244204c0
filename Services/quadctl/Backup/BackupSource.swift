import Bus
import Crypto
import JSON
import Schema
import Terminal

/// The programs of a running site as the source of a backup. They return copies of their stores to the
/// operator's key.
struct BackupSource {
  let bus: Node

  /// The deadline for a copy. A program makes the copy and reads it twice before it replies, which takes
  /// minutes for gigabytes.
  static let patience = Duration.seconds(1800)
  static let readPatience = Duration.seconds(30)

  /// The programs that have a store, in the order to copy them: a subscriber comes before its producer. Each
  /// copy is a moment later than the one before, so a producer's copy has every event that its subscribers
  /// have applied.
  func stores(of programs: [ProgramName]) async throws -> [ProgramName] {
    var hears: [ProgramName: Set<ProgramName>] = [:]
    for program in programs {
      guard let info = try await info(program), info.epoch != nil else { continue }
      hears[program] = Set(info.hears.map { ProgramName($0.stream) })
    }
    return BackupSource.order(hears)
  }

  /// The order of the copies; in a cycle of subscriptions the first name goes first.
  static func order(_ hears: [ProgramName: Set<ProgramName>]) -> [ProgramName] {
    var rest = hears.keys.sorted { $0.text < $1.text }
    var order: [ProgramName] = []
    while !rest.isEmpty {
      let next =
        rest.firstIndex { program in
          !rest.contains { $0 != program && hears[$0]?.contains(program) == true }
        } ?? 0
      order.append(rest.remove(at: next))
    }
    return order
  }

  /// The program's information; nil if it has no such request, like a program without a store.
  private func info(_ program: ProgramName) async throws(Failure) -> Control.Info? {
    let reply: [UInt8]
    do { reply = try await ask(program, Control.AskInfo.subject, [], within: .seconds(5)) } catch {
      if case .refused(let fault) = error, fault.code == FaultCode.unknownSubject.code { return nil }
      throw Failure(
        "\(program) does not respond (\(error.fault.code)): start it, or use --without \(program)"
      )
    }
    do { return try JSONCoding.decode(Control.Info.self, from: reply) } catch {
      throw Failure("\(program) sent an unknown reply to \(Control.AskInfo.subject)")
    }
  }

  /// Copies one program's store into the archive.
  /// - Parameter progress: receives the bytes copied and the total.
  func copy(
    _ program: ProgramName, into archive: inout ArchiveWriter, _ progress: (Int64, Int64) -> Void
  ) async throws -> ArchivedStore {
    let backup = try await begin(program)
    let store = ArchivedStore(
      program: program.text, size: backup.size, hash: backup.hash, steps: backup.steps, epoch: backup.epoch,
      head: backup.head)
    do { try await transfer(backup.id, store, &archive, progress) } catch {
      try await end(program, backup.id)
      throw error
    }
    try await end(program, backup.id)
    return store
  }

  private func begin(_ program: ProgramName) async throws -> Control.Backup {
    do {
      let reply = try await ask(program, Control.BeginBackup.subject, [], within: BackupSource.patience)
      return try JSONCoding.decode(Control.Backup.self, from: reply)
    } catch let error as CallError {
      let fault = error.fault
      switch fault.code {
      case FaultCode.unknownSubject.code: throw Failure("\(program) is too old to be backed up; update it")
      case FaultCode.busy.code:
        throw Failure("another backup of \(program) is running, or was stopped within the last 2 minutes")
      case FaultCode.storageFull.code:
        throw Failure("\(program) does not have enough disk space for a copy of its store")
      default: throw Failure("\(program): \(fault.code): \(fault.message)")
      }
    }
  }

  private func transfer(
    _ id: String, _ store: ArchivedStore, _ archive: inout ArchiveWriter, _ progress: (Int64, Int64) -> Void
  ) async throws {
    let program = ProgramName(store.program)
    try archive.add(store)
    var hash = BLAKE2bStream()
    var offset: Int64 = 0
    while offset < store.size {
      let bytes = try await read(
        program, Control.ReadBackup(id: id, offset: offset, length: BackupArchive.maxDataBytes))
      guard !bytes.isEmpty, offset + Int64(bytes.count) <= store.size else {
        throw Failure("\(program): its copy has the wrong length")
      }
      try archive.add(data: bytes)
      hash.update(bytes)
      offset += Int64(bytes.count)
      progress(offset, store.size)
    }
    guard Base64URL.encode(hash.finish()) == store.hash else {
      throw Failure("\(program): the data received does not match its copy")
    }
  }

  private func read(_ program: ProgramName, _ request: Control.ReadBackup) async throws -> [UInt8] {
    do {
      return try await ask(
        program, Control.ReadBackup.subject, try JSONCoding.encode(request), within: BackupSource.readPatience
      )
    } catch let error as CallError {
      throw Failure("\(program) stopped sending its copy: \(error.fault.code): \(error.fault.message)")
    }
  }

  /// Releases the copy. A failure does not fail the backup, because the copy expires by itself.
  private func end(_ program: ProgramName, _ id: String) async throws {
    let body = try JSONCoding.encode(Control.EndBackup(id: id))
    do { _ = try await ask(program, Control.EndBackup.subject, body, within: .seconds(5)) } catch {
      Output.note("\(program) keeps its copy for another 2 minutes: \(error.fault.code)")
    }
  }

  func ask(
    _ program: ProgramName, _ subject: String, _ body: [UInt8], within: Duration
  ) async throws(CallError) -> [UInt8] {
    var header = Header(id: .random())
    header.subject = subject
    // A second attempt at beginning a copy would find the program busy with the first.
    if subject != Control.BeginBackup.subject { header.flags = .repeatable }
    return try await bus.call(
      OutgoingCall(
        program: program, header: header, body: body.isEmpty ? Array("{}".utf8) : body, within: within)
    ).body
  }
}
