internal import Glibc
internal import Schema
internal import Threads

/// Looks up host names on a thread of its own: getaddrinfo blocks for as long as the name server likes.
///
/// ZeroMQ itself connects to one address of a name; a program of several instances has several.
final class HostNames: Sendable {
  /// Programs whose name is looked up; each has one question at a time.
  static let maxQuestions = 64
  /// How often a name is asked for: instances come and go.
  static let interval = Duration.seconds(5)
  /// The same while no instance answers: it may be back under another address.
  static let hurry = Duration.milliseconds(500)

  private struct Question: Sendable {
    let program: ProgramName
    let hosts: [String]
  }

  private let questions = BlockingQueue<Question>(limit: HostNames.maxQuestions)

  /// - Parameter answer: called on the thread, with the addresses of each host; a host that is not known
  ///   now is absent.
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

  /// False when too much is asked already.
  func ask(_ program: ProgramName, _ hosts: [String]) -> Bool {
    questions.add(Question(program: program, hosts: hosts))
  }

  func stop() { questions.close() }

  /// All IPv4 addresses of a host, sorted; nil when the name cannot be looked up now.
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
