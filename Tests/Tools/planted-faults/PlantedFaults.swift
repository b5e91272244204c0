import Glibc
import Synchronization
import Threads

/// What the sanitizers must find; without one each ends as if nothing were wrong.
enum PlantedFaults {
  static func run() {
    switch CommandLine.arguments.dropFirst().first {
    case "lock": race(isLocked: true)
    case "race": race(isLocked: false)
    case "use-after-free": useAfterFree()
    case "leak": leak()
    default: exit(64)
    }
  }

  /// Two threads count in the same place under a contended lock; one of them, if told so, counts outside it.
  private static func race(isLocked: Bool) {
    let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    place.initialize(to: 0)
    let shared = Counted(address: UInt(bitPattern: place))
    for number in 0..<2 {
      do {
        try WorkThread.start("planted") {
          for _ in 0..<20_000 {
            if isLocked || number == 0 {
              shared.lock.withLock { _ in shared.count() }
            } else {
              shared.lock.withLock { $0 += 1 }
              shared.count()
            }
          }
          shared.done.add(1, ordering: .releasing)
        }
      } catch { exit(71) }
    }
    while shared.done.load(ordering: .acquiring) < 2 { sched_yield() }
    exit(0)
  }

  private static func useAfterFree() {
    let place = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    place.initialize(repeating: 7, count: 4)
    place.deallocate()
    exit(place[2] == 7 ? 0 : 1)
  }

  /// An object of Swift's own and a block of C's, held by nobody.
  private static func leak() {
    for _ in 0..<16 {
      _ = Unmanaged.passRetained(Counted(address: 0))
      _ = malloc(4096)
    }
  }
}

/// A number that the compiler does not guard.
private final class Counted: Sendable {
  let lock = Mutex(0)
  let done = Atomic(0)
  private let address: UInt

  init(address: UInt) { self.address = address }

  func count() { UnsafeMutablePointer<Int>(bitPattern: address)?.pointee += 1 }
}
