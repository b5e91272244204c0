import Glibc
import Images
import JSON
import Pixels

/// A search for bytes of which the decoder makes neither a picture nor an error, or takes too long.
struct Search {
  /// Seconds of the processor.
  static let maxTime = 2.0
  /// The errors that a damaged file may have.
  static let expected: [ImageOutcome.Problem?] = [
    nil, .broken, .unknownType, .tooManyPixels, .heicOff, .outOfMemory,
  ]

  let seeds: [[UInt8]]
  let last: String
  let isPlanted: Bool

  /// Returns false after a finding.
  func run(_ runs: Int, seed: UInt64) throws -> Bool {
    let source = try Files.open(last)
    let output = try Files.open(last + ".out")
    let text = #"{"source":\#(source),"allowsHEIC":true,"outputs":[{"descriptor":\#(output),"maxSide":64}]}"#
    let job = try JSONCoding.decode(ImageJob.self, from: Array(text.utf8))
    var damage = Damage(state: seed)
    var decoded = 0
    for seed in seeds {
      try Files.replace(source, with: seed)
      guard ImageWorker.outcome(of: job).problem == nil else { return found("a seed does not decode") }
    }
    for number in 0..<runs {
      let bytes = damage.damaged(seeds)
      try Files.replace(source, with: bytes)
      try Files.replace(output, with: [])
      let began = clock()
      let outcome = ImageWorker.outcome(of: job)
      let took = Double(clock() - began) / Double(CLOCKS_PER_SEC)
      if outcome.problem == nil { decoded += 1 }
      guard Search.expected.contains(outcome.problem) else {
        return found("run \(number): \(outcome.detail ?? "")")
      }
      guard took < Search.maxTime else { return found("run \(number) took \(took) s") }
      if isPlanted, outcome.problem == nil, !seeds.contains(bytes) { return found("planted") }
    }
    // All of one kind would be a search in the wrong corner.
    guard decoded > runs / 100, decoded < runs else { return found("\(decoded) of \(runs) decoded") }
    print("\(runs) runs, \(decoded) decoded, nothing found")
    return true
  }

  private func found(_ finding: String) -> Bool {
    print("found: \(finding); the bytes are in \(last)")
    return false
  }
}

/// The files of a search, by their descriptors.
enum Files {
  struct Failure: Error { let what: String }

  static func open(_ path: String) throws -> Int32 {
    let made = Glibc.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard made >= 0 else { throw Failure(what: "cannot open \(path)") }
    return made
  }

  static func replace(_ file: Int32, with bytes: [UInt8]) throws {
    guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count,
      lseek(file, 0, SEEK_SET) == 0
    else { throw Failure(what: "cannot write") }
  }

  static func all(in folder: String) throws -> [[UInt8]] {
    guard let entries = opendir(folder) else { throw Failure(what: "cannot read \(folder)") }
    defer { closedir(entries) }
    var found: [String: [UInt8]] = [:]
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let file = Glibc.open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { throw Failure(what: "cannot read \(name)") }
      found[name] = Array(bytes[..<count])
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}
