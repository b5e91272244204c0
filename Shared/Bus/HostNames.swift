internal import Glibc
internal import Schema
internal import Threads

/// Looks up host names on a thread of its own, because getaddrinfo may block for a long time.
///
/// ZeroMQ itself connects to only one address of a name; a program with several instances has several.
final class HostNames: Sendable {
  /// The maximum number of programs whose host names are looked up. Each has one lookup at a time.
  static let maxQuestions = 64
  /// The lookup interval, since instances come and go.
  static let interval = Duration.seconds(5)
  /// The lookup interval while no instance is up: it may return under another address.
  static let hurry = Duration.milliseconds(500)

  private struct Question: Sendable {
    let program: ProgramName
    let hosts: [String]
  }

  private let questions = BlockingQueue<Question>(limit: HostNames.maxQuestions)

  /// Starts the thread.
  /// - Parameter answer: Called on the thread with the addresses of each host. Hosts that cannot be resolved
  ///   now are absent.
  static func start(
    _ lookUp: @escaping @Sendable (String) -> [String]?,
    _ answer: @escaping @Sendable (ProgramName, [String: [String]]) -> Void
  ) throws(ThreadError) -> HostNames {
    let names = HostNames()
    let questions = names.questions
    try WorkThread.start("names") {
      while let question = questions.takeOne() {
        var known: [String: [String]] = [:]
        for host in question.hosts { known[host] = lookUp(host) }
        answer(question.program, known)
      }
    }
    return names
  }

  /// Returns false if the queue of lookups is full.
  func ask(_ program: ProgramName, _ hosts: [String]) -> Bool {
    questions.add(Question(program: program, hosts: hosts))
  }

  func stop() { questions.close() }

  /// Returns all IPv4 addresses of a host, sorted; nil if the name cannot be resolved now.
  static func addresses(of host: String) -> [String]? {
    var hints = addrinfo()
    hints.ai_family = AF_INET
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var found: Set<String> = []
    var next = list
    while let entry = next {
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN) + 1)
      let code = getnameinfo(
        entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      if code == 0 {
        found.insert(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      next = entry.pointee.ai_next
    }
    return found.isEmpty ? nil : found.sorted()
  }
}
