import Bus
import HTTPServer
import JSON
import Schema
import ServiceKit
import Synchronization

/// `GET /v1/me/export`: everything the programs store about a person, as one JSON document. The pages of the
/// programs are joined as bytes; the gateway decodes only the cursor of the next page, and the names of the
/// pictures whose files are asked for as well.
final class PersonExport: Sendable {
  /// The version of the document's format. A reader rejects a higher one.
  static let format = 1
  static let maxBytes = 64 * 1024 * 1024
  static let maxPages = 10_000
  static let maxConcurrent = 4
  static let timePerPage = Duration.seconds(5)
  /// The limits of archives that are being sent, each of which keeps its document in memory: of all people,
  /// and of one.
  static let maxArchives = 8
  static let maxArchivesPerPerson = 2
  /// The names of the document and of its copy in an archive.
  static let documentName = "quad-export.json"
  static let archiveName = "quad-export.zip"

  private let bus: Node
  private let programs: [any Request.Type]
  private let objects: ServedFolder
  private let archives = ArchiveSlots()
  private let turnstile = Turnstile(limit: PersonExport.maxConcurrent, retryAfterMs: 2000)

  /// - Parameter programs: The export request of each program, in the order of the document.
  /// - Parameter objects: The folder of the stored pictures.
  init(bus: Node, programs: [any Request.Type], objects: ServedFolder) {
    self.bus = bus
    self.programs = programs
    self.objects = objects
  }

  /// The document, or the archive with `pictures=true`.
  /// - Throws: like `document`.
  func response(to request: HTTPRequest, for who: SessionCache.Resolved) async throws -> HTTPResponse {
    switch request.queryValue("pictures") {
    case nil, "false":
      return HTTPResponse(
        status: 200, headers: CommonHeaders.json + [PersonExport.disposition(PersonExport.documentName)],
        body: .bytes(try await document(for: who)))
    case "true":
      let headers = [
        ("Content-Type", "application/zip"), PersonExport.disposition(PersonExport.archiveName),
      ]
      return HTTPResponse(
        status: 200, headers: CommonHeaders.all + headers, body: .source(try await archive(for: who)))
    default: throw Fault(.valueUnknown, field: "pictures")
    }
  }

  private static func disposition(_ name: String) -> (String, String) {
    ("Content-Disposition", "attachment; filename=\"\(name)\"")
  }

  /// - Throws: `busy` while too many others are in progress, `CallError` of a program that does not answer.
  func document(for who: SessionCache.Resolved, now: Instant = SiteClock.system) async throws -> [UInt8] {
    try await turnstile.pass {
      var pictures: [Media.PictureOfPerson]?
      return try await joined(for: who, now, &pictures)
    }
  }

  /// The same with the files of the person's pictures. Everything but the files is complete before the first
  /// byte is sent.
  /// - Throws: also `export_too_large` for more pictures than an archive takes.
  func archive(
    for who: SessionCache.Resolved, now: Instant = SiteClock.system
  ) async throws -> ZipArchive {
    guard archives.enter(who.person) else {
      throw Fault(.busy, retryAfterMs: PersonExport.archiveRetryMs)
    }
    let release = { @Sendable [archives] in archives.leave(who.person) }
    do {
      return try await turnstile.pass {
        var pictures: [Media.PictureOfPerson]? = []
        let document = try await joined(for: who, now, &pictures)
        let files = (pictures ?? []).filter { $0.isFound != true }
        let bytes = files.reduce(Int64(document.count)) { $0 + $1.bytes }
        guard files.count < ZipArchive.maxEntries, bytes <= ZipArchive.maxBytes else {
          throw Fault(.exportTooLarge)
        }
        let first = ZipArchive.Entry(
          name: PersonExport.documentName, modified: now, content: .bytes(document))
        let rest = files.map { file in
          ZipArchive.Entry(
            name: "pictures/\(file.object.text)", modified: file.uploaded, content: .picture(file.object))
        }
        return ZipArchive([first] + rest, objects: objects, release: release)
      }
    } catch {
      release()
      throw error
    }
  }

  private static let archiveRetryMs: Int64 = 10_000

  /// - Parameter pictures: Gets the person's pictures unless it is nil.
  private func joined(
    for who: SessionCache.Resolved, _ now: Instant, _ pictures: inout [Media.PictureOfPerson]?
  ) async throws -> [UInt8] {
    let head =
      #"{"format":"quad-person","version":\#(PersonExport.format),"made":"\#(now)","#
      + #""person":"\#(who.person)","programs":{"#
    var bytes = Array(head.utf8)
    for (index, request) in programs.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array(#""\#(request.program)":["#.utf8)
      try await appendPages(of: request, who, to: &bytes, &pictures)
      bytes.append(UInt8(ascii: "]"))
    }
    return bytes + Array("}}".utf8)
  }

  private struct Next: Decodable { let next: Cursor? }
  private struct Question: Encodable { let cursor: Cursor? }

  private func appendPages(
    of request: any Request.Type, _ who: SessionCache.Resolved, to bytes: inout [UInt8],
    _ pictures: inout [Media.PictureOfPerson]?
  ) async throws {
    var cursor: Cursor?
    for page in 0..<PersonExport.maxPages {
      var header = Header(id: .random())
      header.subject = request.subject
      header.schema = "\(request.subject)@\(request.version)"
      header.flags = .repeatable
      header.assertion = who.assertion
      let reply = try await bus.call(
        OutgoingCall(
          program: request.program, header: header, body: JSONCoding.encode(Question(cursor: cursor)),
          within: PersonExport.timePerPage))
      if page > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += reply.body
      guard bytes.count <= PersonExport.maxBytes else { throw Fault(.exportTooLarge) }
      if pictures != nil, request is Media.ExportPerson.Type {
        let page = try JSONCoding.decode(Media.PersonExport.self, from: reply.body)
        pictures?.append(contentsOf: page.pictures)
        cursor = page.next
      } else {
        cursor = try JSONCoding.decode(Next.self, from: reply.body).next
      }
      if cursor == nil { return }
    }
    throw Fault(.exportTooLarge)
  }
}

/// Counts the archives that are being sent.
private final class ArchiveSlots: Sendable {
  private let sent = Mutex([PersonID: Int]())

  /// False if as many are being sent as may.
  func enter(_ person: PersonID) -> Bool {
    sent.withLock { sent in
      let (all, own) = (sent.values.reduce(0, +), sent[person, default: 0])
      guard all < PersonExport.maxArchives, own < PersonExport.maxArchivesPerPerson else { return false }
      sent[person] = own + 1
      return true
    }
  }

  func leave(_ person: PersonID) {
    sent.withLock { sent in
      let left = sent[person, default: 1] - 1
      sent[person] = left > 0 ? left : nil
    }
  }
}

extension FaultCode {
  static let exportTooLarge = FaultCode(
    .resourceExhausted, "export_too_large",
    "Your data doesn't fit in one file. Ask your administrator for a copy.")
}
