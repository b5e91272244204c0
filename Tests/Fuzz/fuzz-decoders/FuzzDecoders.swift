import FoundationEssentials
import FuzzTargets
import Glibc

/// libFuzzer's two entry points. `QUAD_FUZZ_TARGET` names the decoder; where `QUAD_FUZZ_SEEDS` names a
/// folder, its seeds are written there before the corpus is read.
private let decoder = Decoder.named(ProcessInfo.processInfo.environment["QUAD_FUZZ_TARGET"] ?? "")

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutableRawPointer) -> Int32 {
  guard let decoder else {
    complain("QUAD_FUZZ_TARGET names none of: " + Decoder.all.map(\.name).joined(separator: " "))
    exit(64)
  }
  guard let folder = ProcessInfo.processInfo.environment["QUAD_FUZZ_SEEDS"] else { return 0 }
  do {
    for (number, seed) in try decoder.seeds().enumerated() {
      try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
    }
  } catch {
    complain("seeds: \(error)")
    exit(74)
  }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let finding = decoder?.run(bytes) {
    complain("found: \(finding)")
    abort()
  }
  return 0
}

private func complain(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
