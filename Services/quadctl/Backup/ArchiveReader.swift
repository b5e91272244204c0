import Crypto
import JSON
import Schema
import Terminal

/// Reads an archive in order and checks everything: each store against its hash, each picture, in the archive
/// or beside it, against its name, and the whole file against the hash in its end record.
struct ArchiveReader: ~Copyable {
  /// The rest of the store that is being read.
  private struct Open: ~Copyable {
    let store: ArchivedStore
    var rest: Int64
    var hash = BLAKE2bStream()

    consuming func finish() -> [UInt8] { hash.finish() }
  }

  let site: ArchivedSite
  private let file: ByteFile
  private let version: UInt8
  private var opening: any RecordOpening
  private var hash: BLAKE2bStream
  private var current: Open?
  private var isEnded = false
  private(set) var stores: [ArchivedStore] = []
  private(set) var pictures = PictureTally()
  /// The record that ended the list of stores.
  private var ahead: [UInt8]?
  private var lastName = ""
  private var list = PictureList()
  private var folder: PictureFolder?

  /// Reads the header and the first record.
  /// - Parameter opening: returns the reader of records for the header's sealing and its parameters.
  init(
    _ file: consuming ByteFile,
    opening: (_ sealing: UInt8, _ parameters: [UInt8]) throws -> any RecordOpening
  ) throws {
    let (magic, rest) = (BackupArchive.magic, 4)
    var hash = BLAKE2bStream()
    let header = try file.read(magic.count + rest)
    guard header.starts(with: magic) else { throw ArchiveError.noArchive }
    guard header.count == magic.count + rest else { throw ArchiveError.truncated }
    let version = header[magic.count]
    guard version <= BackupArchive.version else { throw ArchiveError.newer(version) }
    guard version > 0 else { throw ArchiveError.damaged("its header") }
    let length = Int(header[magic.count + 2]) << 8 | Int(header[magic.count + 3])
    guard length <= BackupArchive.maxSealingBytes else { throw ArchiveError.damaged("its header") }
    let parameters = try file.read(length)
    guard parameters.count == length else { throw ArchiveError.truncated }
    hash.update(header)
    hash.update(parameters)
    var opener = try opening(header[magic.count + 1], parameters)
    let first = try ArchiveReader.frame(of: file)
    hash.update(first.length)
    hash.update(first.bytes)
    let record = try opener.open(first.bytes, isFirst: true)
    guard !record.isLast, record.record.first == BackupArchive.Kind.site.rawValue else {
      throw ArchiveError.damaged("its first record")
    }
    site = try ArchiveReader.site(record.record)
    self.version = version
    self.file = file
    self.opening = opener
    self.hash = hash
    current = nil
  }

  /// The next store, followed by its data; nil after the last. The pictures follow.
  mutating func nextStore() throws -> ArchivedStore? {
    while try nextData() != nil {}
    guard !isEnded, ahead == nil else { return nil }
    let before = stores.count
    guard let (kind, bytes) = try nextRecord() else { return nil }
    if kind == .picture, before == site.programs.count {
      ahead = bytes
      return nil
    }
    guard kind == .store, before < site.programs.count else {
      throw ArchiveError.damaged("a record out of place")
    }
    let store: ArchivedStore
    do { store = try JSONCoding.decode(ArchivedStore.self, from: bytes) } catch {
      throw ArchiveError.damaged("what it says of a store")
    }
    guard store.program == site.programs[before], store.size > 0 else {
      throw ArchiveError.damaged("what it says of \(site.programs[before])")
    }
    stores.append(store)
    current = Open(store: store, rest: store.size)
    return store
  }

  /// The next bytes of the current store; nil once all were returned and verified.
  mutating func nextData() throws -> [UInt8]? {
    guard let rest = current?.rest, let program = current?.store.program else { return nil }
    guard rest > 0 else {
      try close()
      return nil
    }
    guard let (kind, bytes) = try nextRecord(), kind == .data, !bytes.isEmpty, Int64(bytes.count) <= rest
    else { throw ArchiveError.damaged("the data of \(program)") }
    current?.rest -= Int64(bytes.count)
    current?.hash.update(bytes)
    return bytes
  }

  /// The next picture; nil once the whole file was read and verified. All stores come before. A picture that
  /// is missing or damaged beside the archive fails nothing: `pictures` counts it.
  mutating func nextPicture() throws -> ReadPicture? {
    guard !isEnded else { return nil }
    let record: [UInt8]
    if let ahead {
      record = ahead
      self.ahead = nil
    } else {
      guard let (kind, bytes) = try nextRecord() else { return nil }
      guard kind == .picture, current == nil, stores.count == site.programs.count else {
        throw ArchiveError.damaged("a record out of place")
      }
      record = bytes
    }
    let picture: ArchivedPicture
    do { picture = try JSONCoding.decode(ArchivedPicture.self, from: record) } catch {
      throw ArchiveError.damaged("what it says of a picture")
    }
    let isBeside = version >= BackupArchive.firstWithList
    let maxBytes = isBeside ? PictureSealing.maxFileBytes : Media.maxOriginalBytes
    // The names ascend, so none comes twice.
    guard (0...maxBytes).contains(picture.size), picture.name.text > lastName else {
      throw ArchiveError.damaged("what it says of a picture")
    }
    lastName = picture.name.text
    guard picture.size > 0 else {
      pictures.add(absent: picture.name)
      return ReadPicture(name: picture.name, content: .absent)
    }
    return ReadPicture(
      name: picture.name, content: isBeside ? try beside(picture) : .whole(try contained(picture)))
  }

  /// The picture in the folder beside the archive.
  private mutating func beside(_ picture: ArchivedPicture) throws -> ReadPicture.Content {
    let folder = try pictureFolder()
    let object = folder.sealing.object(of: picture.name)
    guard !list.isFull else { throw ArchiveError.damaged("too many pictures") }
    list.add(object)
    switch try folder.find(picture) {
    case .whole(let bytes):
      pictures.add(picture.size)
      return .whole(bytes)
    case .missing:
      pictures.add(missing: folder.sealing.file(of: object))
      return .missing
    case .damaged:
      pictures.add(damaged: folder.sealing.file(of: object))
      return .damaged
    }
  }

  /// The folder of the pictures beside the archive.
  mutating func pictureFolder() throws -> PictureFolder {
    if let folder { return folder }
    let found = PictureFolder(
      path: PictureFolder.path(beside: file.path), sealing: try opening.pictures(site.pictures))
    folder = found
    return found
  }

  /// The picture in the archive itself, as format 2 has it.
  private mutating func contained(_ picture: ArchivedPicture) throws -> [UInt8] {
    var content: [UInt8] = []
    while content.count < picture.size {
      guard let (kind, bytes) = try nextRecord(), kind == .data, !bytes.isEmpty,
        content.count + bytes.count <= picture.size
      else { throw ArchiveError.damaged("the picture \(picture.name.text)") }
      content += bytes
    }
    guard picture.name.isName(of: content) else {
      throw ArchiveError.damaged("the picture \(picture.name.text) does not match its name")
    }
    pictures.add(picture.size)
    return content
  }

  /// Reads and checks the whole archive without keeping anything. Damaged pictures beside it are set aside,
  /// so that the next backup writes them again.
  mutating func verify(_ progress: (PictureTally) -> Void = { _ in }) throws {
    while try nextStore() != nil {}
    while let picture = try nextPicture() {
      progress(pictures)
      guard picture.content == .damaged else { continue }
      let folder = try pictureFolder()
      do { try folder.setAside(folder.sealing.object(of: picture.name)) } catch { Output.note("\(error)") }
    }
  }

  private mutating func close() throws {
    guard let open = current.take() else { return }
    let store = open.store
    guard Base64URL.encode(open.finish()) == store.hash else {
      throw ArchiveError.damaged("the store of \(store.program) does not match its hash")
    }
  }

  /// The next record; nil at the end record, once it and all before it were verified.
  private mutating func nextRecord() throws -> (kind: BackupArchive.Kind, bytes: [UInt8])? {
    let frame = try ArchiveReader.frame(of: file)
    let (record, isLast) = try opening.open(frame.bytes, isFirst: false)
    guard let first = record.first, let kind = BackupArchive.Kind(rawValue: first) else {
      throw ArchiveError.damaged("a record of no known kind")
    }
    guard kind == .end else {
      guard !isLast, kind != .site else { throw ArchiveError.damaged("a record out of place") }
      hash.update(frame.length)
      hash.update(frame.bytes)
      return (kind, Array(record.dropFirst()))
    }
    var whole = BLAKE2bStream()
    swap(&whole, &hash)
    guard isLast, current == nil, stores.map(\.program) == site.programs,
      whole.finish() == Array(record.dropFirst())
    else { throw ArchiveError.damaged("its end does not match what is before it") }
    if version >= BackupArchive.firstWithList {
      let expected = list.bytes
      let found = try file.read(expected.count)
      guard found.count == expected.count else { throw ArchiveError.truncated }
      guard found == expected else { throw ArchiveError.damaged("the list of its pictures") }
    }
    guard try file.read(1).isEmpty else { throw ArchiveError.damaged("something follows its end") }
    isEnded = true
    return nil
  }

  private static func frame(of file: borrowing ByteFile) throws -> (length: [UInt8], bytes: [UInt8]) {
    let length = try file.read(4)
    guard length.count == 4 else { throw ArchiveError.truncated }
    let count = length.reduce(0) { $0 << 8 | Int($1) }
    guard (1...BackupArchive.maxFrameBytes).contains(count) else {
      throw ArchiveError.damaged("a record of \(count) bytes")
    }
    let bytes = try file.read(count)
    guard bytes.count == count else { throw ArchiveError.truncated }
    return (length, bytes)
  }

  private static func site(_ record: [UInt8]) throws(ArchiveError) -> ArchivedSite {
    let site: ArchivedSite
    do { site = try JSONCoding.decode(ArchivedSite.self, from: Array(record.dropFirst())) } catch {
      throw .damaged("what it says of the site")
    }
    guard site.programs.allSatisfy(BackupArchive.isProgramName), !site.programs.isEmpty,
      Set(site.programs).count == site.programs.count, site.programs.count <= BackupArchive.maxStores
    else { throw .damaged("its list of programs") }
    return site
  }
}
