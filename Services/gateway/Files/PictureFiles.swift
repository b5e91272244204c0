import Bus
import HTTPServer
import JSON
import Schema
import ServiceKit

/// The files of the media store, which the gateway serves itself: a program's reply names one. A file that is
/// not there yet is made by media-fetcher first.
struct PictureFiles: Sendable {
  /// The name of the folder of received bodies in that of the media store.
  static let incoming = "media/incoming"
  /// A picture's address names an event or a person, so what it shows may change.
  private static let headers =
    CommonHeaders.all.filter { !["Cache-Control", "Content-Security-Policy"].contains($0.0) } + [
      ("Cache-Control", "private, max-age=60"), ("Content-Security-Policy", "default-src 'none'; sandbox"),
      ("Vary", "Accept"), ("Accept-Ranges", "bytes"),
    ]

  let bus: Node
  let objects: ServedFolder
  /// The folder of received bodies.
  let incoming: String

  init(bus: Node, data: String) {
    self.bus = bus
    objects = ServedFolder("\(data)/media/objects")
    incoming = "\(data)/\(PictureFiles.incoming)"
  }

  /// - Parameter reply: The reply of a program, of this type.
  nonisolated(nonsending) func answer<Reply: FileReply>(
    _ type: Reply.Type, _ reply: [UInt8], _ request: HTTPRequest, _ trace: [UInt8]?
  ) async throws -> HTTPResponse {
    let reply = try JSONCoding.decode(type, from: reply)
    let acceptsWebP = PictureFiles.acceptsWebP(request)
    let file = reply.file(acceptsWebP: acceptsWebP)
    // Files never change: the name is that of the content, and of what is shown of it.
    let etag = "\"\(file.path)\""
    if let known = request.header("If-None-Match"), WebFile.names(etag, in: known) {
      return HTTPResponse(status: 304, headers: PictureFiles.headers + [("ETag", etag)])
    }
    var opened = objects.open(file.path)
    if opened == nil {
      _ = try await bus.call(reply.maker(acceptsWebP: acceptsWebP), context: CallContext(trace: trace))
      opened = objects.open(file.path)
    }
    guard let opened else { throw Fault(.notFound) }
    return response(opened, request, [("ETag", etag), ("Content-Type", file.contentType)])
  }

  private func response(
    _ file: ServedFolder.File, _ request: HTTPRequest, _ headers: [(String, String)]
  ) -> HTTPResponse {
    let all = PictureFiles.headers + headers
    switch ByteRange(request.header("If-Range") == nil ? request.header("Range") : nil, size: file.size) {
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
