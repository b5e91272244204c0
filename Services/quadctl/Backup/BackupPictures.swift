import Bus
import Crypto
import JSON
import Schema
import Terminal

/// The stored pictures of a running site as a part of a backup.
extension BackupSource {
  /// Lists every picture in the archive and copies those that are not beside it, one at a time. One that is
  /// missing or damaged on the site is noted and does not fail the backup: everything else of the site is
  /// worth it.
  func copyPictures(
    into archive: inout ArchiveWriter, _ beside: inout PictureWriter, _ progress: (PictureTally) -> Void
  ) async throws -> PictureTally {
    var tally = PictureTally()
    var last: ObjectName?
    while true {
      let list = try await ask(Media.ListOriginals(after: last))
      for name in list.objects {
        guard name.text > last?.text ?? "" else {
          throw Failure("\(ProgramName.mediaFetcher) listed its pictures out of order")
        }
        try await copy(name, into: &archive, &beside, &tally)
        progress(tally)
        last = name
      }
      if list.isLast {
        try beside.sync()
        return tally
      }
      guard !list.objects.isEmpty else {
        throw Failure("\(ProgramName.mediaFetcher) stopped listing its pictures")
      }
    }
  }

  private func copy(
    _ name: ObjectName, into archive: inout ArchiveWriter, _ beside: inout PictureWriter,
    _ tally: inout PictureTally
  ) async throws {
    let object = beside.folder.sealing.object(of: name)
    if let picture = try beside.held(name) {
      try archive.add(picture, object)
      tally.add(picture.size)
    } else if let bytes = try await original(name), !bytes.isEmpty {
      let picture = try beside.add(name, bytes)
      try archive.add(picture, object)
      tally.add(picture.size, isNew: true)
    } else {
      try archive.add(ArchivedPicture(name: name, size: 0), nil)
      tally.add(absent: name)
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
