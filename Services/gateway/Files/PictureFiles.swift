import Bus
import HTTPServer
import JSON
import Schema
import ServiceKit

/// The pictures of the media store and the videos of guide, which the gateway serves itself: a program's
/// reply names a file. A picture that is not there yet is made by media-fetcher first.
struct PictureFiles: Sendable {
  /// The name of the folder of received bodies in that of the media store.
  static let incoming = "media/incoming"
  /// An address names an event, a person or an item of the guide, so what it shows may change.
  private static let headers =
    CommonHeaders.all.filter { !["Cache-Control", "Content-Security-Policy"].contains($0.0) } + [
      ("Cache-Control", "private, max-age=60"), ("Content-Security-Policy", "default-src 'none'; sandbox"),
      ("Vary", "Accept"), ("Accept-Ranges", "bytes"),
    ]

  let bus: Node
  let objects: ServedFolder
  private let videos: ServedFolder
  /// The folder of received bodies.
  let incoming: String
  let sent = SentPictures()

  init(bus: Node, data: String) {
    self.bus = bus
    objects = ServedFolder("\(data)/\(FileStore.media.rawValue)")
    videos = ServedFolder("\(data)/\(FileStore.guide.rawValue)")
    incoming = "\(data)/\(PictureFiles.incoming)"
  }

  nonisolated(nonsending) func answer(
    _ reply: some FileReply, _ request: HTTPRequest, _ trace: [UInt8]?
  ) async throws -> HTTPResponse {
    let file = reply.file(acceptsWebP: PictureFiles.acceptsWebP(request))
    // Files never change: the name is that of the content, and of what is shown of it.
    let etag = "\"\(file.path)\""
    if let known = request.header("If-None-Match"), EntityTag.names(etag, in: known) {
      return HTTPResponse(status: 304, headers: PictureFiles.headers + [("ETag", etag)])
    }
    let headers = [("ETag", etag), ("Content-Type", file.contentType)]
    let isWhole = request.header("Range") == nil
    if isWhole, let known = sent.file(file.path) { return PictureFiles.response(known, headers) }
    guard let opened = try await open(file, of: reply, request, trace) else { throw Fault(.notFound) }
    guard isWhole, opened.size <= SentPictures.maxFileBytes else {
      return response(opened, request, headers, etag)
    }
    guard let read = KeptBytes(reading: opened) else { throw Fault(.notFound) }
    sent.keep(read, file.path)
    return PictureFiles.response(read, headers)
  }

  /// Opens a file; nil if there is none, and none can be made.
  nonisolated(nonsending) private func open(
    _ file: StoredFile, of reply: some FileReply, _ request: HTTPRequest, _ trace: [UInt8]?
  ) async throws -> ServedFolder.File? {
    let folder = folder(type(of: reply).store)
    if let opened = folder.open(file.path) { return opened }
    guard let made = reply as? any MadeFileReply else { return nil }
    try await make(made, acceptsWebP: PictureFiles.acceptsWebP(request), trace)
    return folder.open(file.path)
  }

  nonisolated(nonsending) private func make(
    _ reply: some MadeFileReply, acceptsWebP: Bool, _ trace: [UInt8]?
  ) async throws {
    _ = try await bus.call(reply.maker(acceptsWebP: acceptsWebP), context: CallContext(trace: trace))
  }

  private func folder(_ store: FileStore) -> ServedFolder {
    switch store {
    case .media: objects
    case .guide: videos
    }
  }

  private static func response(_ bytes: KeptBytes, _ headers: [(String, String)]) -> HTTPResponse {
    HTTPResponse(status: 200, headers: PictureFiles.headers + headers, body: .kept(bytes))
  }

  private func response(
    _ file: ServedFolder.File, _ request: HTTPRequest, _ headers: [(String, String)], _ etag: String
  ) -> HTTPResponse {
    let all = PictureFiles.headers + headers
    // A part of another file than the client has begun with is of no use to it.
    let isSame = request.header("If-Range").map { $0 == etag } ?? true
    switch ByteRange(isSame ? request.header("Range") : nil, size: file.size) {
    case .whole:
      return HTTPResponse(
        status: 200, headers: all,
        body: .file(descriptor: file.descriptor, offset: 0, length: file.size))
    case .part(let offset, let length):
      let range = ("Content-Range", "bytes \(offset)-\(offset + length - 1)/\(file.size)")
      return HTTPResponse(
        status: 206, headers: all + [range],
        body: .file(descriptor: file.descriptor, offset: offset, length: length))
    }
  }

  private static func acceptsWebP(_ request: HTTPRequest) -> Bool {
    request.header("Accept")?.contains("image/webp") ?? false
  }
}

extension FileReply {
  /// Decodes the reply of a program.
  static func decode(_ reply: [UInt8]) throws -> any FileReply {
    try JSONCoding.decode(Self.self, from: reply)
  }
}
