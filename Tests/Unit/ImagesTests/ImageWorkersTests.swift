import Foundation
import Glibc
import Images
import TestSupport
import Testing

/// Real workers, and programs in their stead that misbehave as a worker could.
@Suite("A picture is made whole or not at all, whatever becomes of its worker")
struct ImageWorkersTests {
  /// One red pixel.
  static let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")

  /// A folder with a picture, and no file that is half done afterwards.
  static func withFolder(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      try (try #require(png)).write(to: URL(fileURLWithPath: folder + "/sent"))
      try await body(folder)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
        $0.hasPrefix(".picture-")
      }
      #expect(left == [])
    }
  }

  /// A shell script as the worker.
  static func script(_ text: String, in folder: String) throws -> String {
    let path = folder + "/worker"
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(chmod(path, 0o700) == 0)
    return path
  }

  @Test("the README's example")
  func example() async throws {
    try await Self.withFolder { folder in
      let workers = try ImageWorkers(worker: Products.path(of: "image-worker"), allowsHEIC: false)
      let facts = try await workers.take(
        folder + "/sent", original: folder + "/original",
        variants: [ImageVariant(path: folder + "/480", maxSide: 480, format: .webp)])
      #expect(facts == ImageFacts(width: 1, height: 1, format: .jpeg))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/480")).starts(with: Array("RIFF".utf8)))
      try await workers.render(
        folder + "/original", variants: [ImageVariant(path: folder + "/160", maxSide: 160, format: .jpeg)])
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/160")).starts(with: [0xFF, 0xD8]))
    }
  }

  @Test("by hand the worker says what the README of Pixels shows")
  func byHand() async throws {
    let ended = try await RunningProgram.run("image-worker")
    #expect(
      ended.output
        == #"{"detail":"it is started by ImageWorkers, with two numbers","problem":"failed"}"#)
    #expect(ended.status == 0)
  }

  @Test("a worker that takes too long is killed at its time limit")
  func slow() async throws {
    try await Self.withFolder { folder in
      let worker = try Self.script("echo $$ > \(folder)/id; exec sleep 60", in: folder)
      let workers = try ImageWorkers(worker: worker, allowsHEIC: false, maxTime: .milliseconds(500))
      await #expect(throws: ImageError.tooSlow) {
        _ = try await workers.take(folder + "/sent", original: folder + "/original", variants: [])
      }
      let id = try String(contentsOfFile: folder + "/id", encoding: .utf8)
      let process = try #require(Int32(id.trimmingCharacters(in: .whitespacesAndNewlines)))
      // Reaped, too: a zombie could still be signaled.
      #expect(kill(process, 0) == -1 && errno == ESRCH)
      #expect(!FileManager.default.fileExists(atPath: folder + "/original"))
    }
  }

  @Test(
    "the end of a worker says why",
    arguments: [
      ("kill -XCPU $$", ImageError.tooSlow),
      ("kill -SEGV $$", .failed("the worker ended with signal 11: ")),
      ("echo broken library >&2; exit 127", .failed("the worker ended with status 127: broken library\n")),
      ("echo 'GLib: failed to allocate 9 bytes' >&2; kill -TRAP $$", .outOfMemory),
      (#"echo '{"problem":"broken","detail":"x"}'"#, .broken),
      (#"echo '{"problem":"failed","detail":"no disk"}'"#, .failed("no disk")),
      ("echo '{}'", .failed("the worker told no facts")),
    ])
  func ends(text: String, error: ImageError) async throws {
    try await Self.withFolder { folder in
      let workers = try ImageWorkers(worker: Self.script(text, in: folder), allowsHEIC: false)
      await #expect(throws: error) {
        _ = try await workers.take(folder + "/sent", original: folder + "/original", variants: [])
      }
    }
  }

  @Test("a worker that writes without end is not read without end, and what it says is not believed")
  func flood() async throws {
    try await Self.withFolder { folder in
      let worker = try Self.script("head -c 3000000 /dev/zero", in: folder)
      let workers = try ImageWorkers(worker: worker, allowsHEIC: false)
      do {
        _ = try await workers.take(folder + "/sent", original: folder + "/original", variants: [])
        Issue.record("zeros were taken for an answer")
      } catch ImageError.failed(let detail) {
        #expect(detail.contains("not understood"))
      }
    }
  }

  @Test("as many calls wait as may; the next one is told at once, and others run meanwhile")
  func busy() async throws {
    try await Self.withFolder { folder in
      let worker = try Self.script(
        "while [ ! -e \(folder)/go ]; do sleep 0.01; done; echo '{}'", in: folder)
      let workers = try ImageWorkers(worker: worker, maxAtOnce: 1, allowsHEIC: false)
      let count = ImageWorkers.maxWaiting + 1
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask {
            let variant = ImageVariant(path: folder + "/\(number)", maxSide: 10, format: .jpeg)
            try await workers.render(folder + "/sent", variants: [variant])
          }
          // The first one has left the queue before the others come.
          if number == 0 {
            try await waitUntil("a worker runs") {
              try FileManager.default.contentsOfDirectory(atPath: folder).contains {
                $0.hasPrefix(".picture-")
              }
            }
          }
        }
        try await waitUntil("the queue is full") { workers.waiting == ImageWorkers.maxWaiting }
        let variant = ImageVariant(path: folder + "/late", maxSide: 10, format: .jpeg)
        await #expect(throws: ImageError.busy) {
          try await workers.render(folder + "/sent", variants: [variant])
        }
        try Data().write(to: URL(fileURLWithPath: folder + "/go"))
        try await group.waitForAll()
      }
      #expect(FileManager.default.fileExists(atPath: folder + "/\(count - 1)"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/late"))
    }
  }

  @Test("calls leave no descriptor open, and files that cannot be named are none at all")
  func descriptors() async throws {
    try await Self.withFolder { folder in
      let workers = try ImageWorkers(worker: Self.script("echo '{}'", in: folder), allowsHEIC: false)
      let open = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
      let before = try open()
      try FileManager.default.createDirectory(
        atPath: folder + "/taken/full", withIntermediateDirectories: true)
      for _ in 0..<5 {
        try await workers.render(
          folder + "/sent", variants: [ImageVariant(path: folder + "/made", maxSide: 9, format: .webp)])
        await #expect(throws: ImageError.self) {
          // The second name is a folder's: the first file goes again.
          try await workers.render(
            folder + "/sent",
            variants: [
              ImageVariant(path: folder + "/first", maxSide: 9, format: .webp),
              ImageVariant(path: folder + "/taken", maxSide: 9, format: .webp),
            ])
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/first"))
      }
      #expect(try open() == before)
    }
  }

  @Test("a link is not followed, and what is no file is not read")
  func links() async throws {
    try await Self.withFolder { folder in
      let workers = try ImageWorkers(worker: Products.path(of: "image-worker"), allowsHEIC: false)
      #expect(symlink(folder + "/sent", folder + "/link") == 0)
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      for name in ["link", "pipe", "none"] {
        await #expect(throws: ImageError.self) {
          _ = try await workers.take(folder + "/" + name, original: folder + "/original", variants: [])
        }
      }
      #expect(!FileManager.default.fileExists(atPath: folder + "/original"))
    }
  }

  @Test("what a killed process left is deleted, and nothing else")
  func leftovers() async throws {
    try await Self.withFolder { folder in
      try Data().write(to: URL(fileURLWithPath: folder + "/.picture-1abc"))
      try ImageWorkers.removeLeftovers(in: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sent"])
      #expect(throws: ImageError.self) { try ImageWorkers.removeLeftovers(in: folder + "/none") }
    }
  }
}
