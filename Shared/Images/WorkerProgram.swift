internal import Glibc
internal import JSON

/// The executable `image-worker`, and its processes, each of which does one job.
struct WorkerProgram: Sendable {
  /// The limit of a job as JSON. A pipe holds it, so that writing it does not wait for the worker.
  static let maxJobBytes = 48 << 10
  /// The limit of what is read of a worker's output, and of its errors.
  static let maxOutputBytes = 4 << 10

  let path: String
  let maxTime: Duration

  /// Blocks the thread until the worker has ended; it is killed after `maxTime`.
  ///
  /// - Parameter files: the worker's descriptors from `ImageJob.firstDescriptor` on.
  func run(_ job: ImageJob, inheriting files: [OpenFile]) throws(ImageError) -> ImageOutcome {
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    try input.write(encoded(job))
    let standard = [input.reading, output.writing, errors.writing]
    let process = try spawn(standard + files.map(\.descriptor), modules: job.allowsHEIC)
    // Then the pipes end with the worker.
    output.closeWriting()
    errors.closeWriting()
    let end = ContinuousClock.now.advanced(by: maxTime)
    let texts = read([output, errors], until: end)
    if texts == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard let texts else { throw .tooSlow }
    return try judge(status, texts[0], String(decoding: texts[1], as: UTF8.self))
  }

  private func encoded(_ job: ImageJob) throws(ImageError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try JSONCoding.encode(job) } catch { throw .failed("the job is not written: \(error)") }
    guard bytes.count <= WorkerProgram.maxJobBytes else { throw .failed("the job is too long") }
    return bytes
  }

  /// The outcome of a worker that ended with a wait status.
  private func judge(_ status: Int32, _ output: [UInt8], _ errors: String) throws(ImageError) -> ImageOutcome
  {
    let signal = status & 0x7F
    if signal == SIGXCPU { throw .tooSlow }
    if signal == 0, status == 0 {
      do { return try JSONCoding.decode(ImageOutcome.self, from: output) } catch {
        throw .failed("the worker's answer is not understood: \(error)")
      }
    }
    // GLib ends the process if it gets no memory, and so does Swift.
    if errors.contains("failed to allocate") || errors.contains("out of memory") { throw .outOfMemory }
    let way = signal == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(signal)"
    throw .failed("the worker ended with \(way): \(errors.prefix(300))")
  }

  /// Reads the pipes to their ends, or to their limit; nil if that is not done in time.
  private func read(_ pipes: [Pipe], until end: ContinuousClock.Instant) -> [[UInt8]]? {
    var texts = pipes.map { _ in [UInt8]() }
    var items = pipes.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: WorkerProgram.maxOutputBytes)
    while items.contains(where: { $0.fd >= 0 }) {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return nil }
      let pause = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
      _ = poll(&items, nfds_t(items.count), Int32(clamping: pause))
      for index in items.indices where items[index].fd >= 0 && items[index].revents != 0 {
        let count = Glibc.read(items[index].fd, &buffer, buffer.count)
        if count > 0 {
          let room = WorkerProgram.maxOutputBytes - texts[index].count
          texts[index] += buffer.prefix(min(count, room))
        } else if count == 0 || errno != EINTR {
          items[index].fd = -1
        }
      }
    }
    return texts
  }

  /// Starts the worker with these descriptors, from 0 on, with no signal blocked and default handlers.
  /// - Parameter modules: whether libvips loads its modules; only HEIC needs one.
  private func spawn(_ files: [Int32], modules: Bool) throws(ImageError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // First above all of them, so that none is overwritten before it is copied.
    var raised: [OpenFile] = []
    for (index, file) in files.enumerated() {
      let copy = fcntl(file, F_DUPFD_CLOEXEC, Int32(files.count))
      guard copy >= 0 else { throw .failed("no descriptor is free: errno \(errno)") }
      raised.append(OpenFile(copy))
      posix_spawn_file_actions_adddup2(&actions, copy, Int32(index))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let arguments = [path, "\(files.count)", "\(getpid())"]
    var words = arguments.map { strdup($0) } + [nil]
    var settings = environment(modules: modules).map { strdup($0) } + [nil]
    defer { for pointer in words + settings { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &words, &settings)
    guard code == 0 else { throw .failed("cannot start \(path): errno \(code)") }
    return process
  }

  private func environment(modules: Bool) -> [String] {
    var words = [
      "LANG=C.UTF-8", "HOME=/nonexistent",
      // A thread of malloc's own reserves 64 MiB, of the 512 that there are.
      "MALLOC_ARENA_MAX=1", "VIPS_CONCURRENCY=1", "VIPS_BLOCK_UNTRUSTED=1",
      // Everything in memory: it opens no file for writing.
      "VIPS_DISC_THRESHOLD=100g", "SWIFT_BACKTRACE=enable=no",
    ]
    // Where libvips finds no modules, it loads none: ImageMagick, PDF, JPEG XL.
    if !modules { words.append("VIPSHOME=/nonexistent") }
    // A build with a sanitizer reports where it is told to.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"] {
      if let value = getenv(name) { words.append("\(name)=\(String(cString: value))") }
    }
    return words
  }
}
