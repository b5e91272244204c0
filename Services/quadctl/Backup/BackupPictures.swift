import Bus
import Crypto
import JSON
import Schema
import Terminal

/// The stored pictures of a running site as a part of a backup.
extension BackupSource {
  /// Copies every picture into the archive, one at a time. A missing or damaged one is noted there and does
  /// not fail the backup: everything else of the site is worth it.
  func copyPictures(
    into archive: inout ArchiveWriter, _ progress: (ArchivedPicture) -> Void
  ) async throws {
    var last: ObjectName?
    while true {
      let list = try await ask(Media.ListOriginals(after: last))
      for name in list.objects {
        guard name.text > last?.text ?? "" else {
          throw Failure("\(ProgramName.mediaFetcher) listed its pictures out of order")
        }
        let bytes = try await original(name) ?? []
        progress(try archive.add(name, bytes))
        last = name
      }
      if list.isLast { return }
      guard !list.objects.isEmpty else {
        throw Failure("\(ProgramName.mediaFetcher) stopped listing its pictures")
      }
    }
  }

  /// The picture's bytes; nil if its file is missing, too large, or not what its name says.
  private func original(_ name: ObjectName) async throws -> [UInt8]? {
    var content: [UInt8] = []
    while content.count <= Media.maxOriginalBytes {
      let part: Media.OriginalPart
      do {
        part = try await ask(
          Media.ReadOriginal(object: name, part: content.count / Media.maxOriginalPart))
      } catch let failure as PictureFailure where failure.code == FaultCode.notFound.code { return nil }
      guard let bytes = Base64URL.decode(part.bytes), bytes.count <= Media.maxOriginalPart else {
        throw Failure("\(ProgramName.mediaFetcher) sent an unknown reply to \(Media.ReadOriginal.subject)")
      }
      content += bytes
      guard bytes.count == Media.maxOriginalPart else { return name.isName(of: content) ? content : nil }
    }
    return nil
  }

  private func ask<R: Request>(_ request: R) async throws -> R.Reply {
    do {
      let reply = try await ask(
        .mediaFetcher, R.subject, try JSONCoding.encode(request), within: BackupSource.readPatience)
      return try JSONCoding.decode(R.Reply.self, from: reply)
    } catch let error as CallError {
      throw PictureFailure(code: error.fault.code, message: error.fault.message)
    }
  }
}

/// media-fetcher refused a request for a picture.
struct PictureFailure: Error, CustomStringConvertible {
  let code: String
  let message: String

  var description: String {
    "\(ProgramName.mediaFetcher) stopped sending its pictures: \(code): \(message)"
  }
}

extension ObjectName {
  /// True if the name is the SHA-256 of these bytes.
  func isName(of bytes: [UInt8]) -> Bool {
    let digits = Array("0123456789abcdef".utf8)
    let hex = SHA256.hash(bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return hex.elementsEqual(text.utf8)
  }
}
