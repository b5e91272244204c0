internal import FoundationEssentials
package import Schema

/// Addresses where programs listen: `ipc://{run}/{program}.{q|e}` on one machine,
/// `tcp://{program}:{5501|5502}` between machines. The last braces hold the request part and the event part.
///
/// A program with several instances has several addresses: listed in `BUS_<PROGRAM>`, or behind one host
/// name.
package struct BusAddress: Sendable {
  package static let local = "ipc://{run}/{program}.{q|e}"
  /// The maximum number of instances of one program that a caller connects to. Others are ignored and logged.
  package static let maxInstances = 16

  package let template: String
  package let run: String
  /// Overrides of the template, by program: templates, or hosts to fill in for `{program}`.
  private let addresses: [ProgramName: [String]]
  /// The address this program binds, if it is not the template's.
  private let binding: String?

  package init(
    template: String = BusAddress.local, run: String, addresses: [ProgramName: [String]] = [:],
    binding: String? = nil
  ) {
    self.template = template
    self.run = run
    self.addresses = addresses
    self.binding = binding
  }

  /// Reads `BUS_ADDRESS`, `BUS_BIND` and a `BUS_<PROGRAM>` for each program with more than one address:
  /// `BUS_MEDIA_FETCHER=ipc://{run}/fetcher-1.{q|e},ipc://{run}/fetcher-2.{q|e}`.
  package init(environment: [String: String], run: String) {
    var addresses: [ProgramName: [String]] = [:]
    for (name, value) in environment where name.hasPrefix("BUS_") && !value.isEmpty {
      guard name != "BUS_ADDRESS", name != "BUS_BIND" else { continue }
      let program = name.dropFirst(4).lowercased().split(separator: "_").joined(separator: "-")
      let listed = value.split(separator: ",").map { part in
        String(part.drop { $0 == " " }.prefix { $0 != " " })
      }
      addresses[ProgramName(program)] = listed.filter { !$0.isEmpty }
    }
    let template = environment["BUS_ADDRESS"] ?? BusAddress.local
    let binding = environment["BUS_BIND"].flatMap { $0.isEmpty ? nil : $0 }
    self.init(template: template, run: run, addresses: addresses, binding: binding)
  }

  /// False if a program has several addresses and none is marked as its own.
  package func saysWhatToBind(_ program: ProgramName) -> Bool {
    binding != nil || templates(of: program).count == 1
  }

  /// The addresses for requests to a program, one for each instance.
  func requests(_ program: ProgramName) -> [PeerAddress] {
    templates(of: program).prefix(BusAddress.maxInstances).map {
      PeerAddress(fill($0, program, second: false))
    }
  }

  /// The addresses for the events of a program, one for each instance.
  func events(_ program: ProgramName) -> [PeerAddress] {
    templates(of: program).prefix(BusAddress.maxInstances).map {
      PeerAddress(fill($0, program, second: true))
    }
  }

  /// All addresses that clients of a program connect to: requests and events of each instance.
  package func texts(of program: ProgramName) -> [String] {
    [false, true].flatMap { second in
      templates(of: program).prefix(BusAddress.maxInstances).map { fill($0, program, second: second) }
    }
  }

  /// Returns one address for each instance of a program, so that an operator can reach every instance and not
  /// just any. Looks up host names, so it may block.
  package func instances(of program: ProgramName) -> [BusAddress] {
    let found = requests(program).flatMap { address -> [String] in
      switch address {
      case .fixed(let address): [address]
      case .named(let host, let port):
        (HostNames.addresses(of: host) ?? []).map { "tcp://\($0):\(port)" }
      }
    }
    guard found.count > 1 else { return [self] }
    return found.prefix(BusAddress.maxInstances).map { address in
      BusAddress(
        template: template, run: run, addresses: addresses.merging([program: [address]]) { _, only in only },
        binding: binding)
    }
  }

  func bindingOfRequests(_ program: ProgramName) -> String { bound(program, second: false) }
  func bindingOfEvents(_ program: ProgramName) -> String { bound(program, second: true) }

  private func bound(_ program: ProgramName, second: Bool) -> String {
    if let binding { return fill(binding, program, second: second) }
    let address = fill(templates(of: program)[0], program, second: second)
    // Programs bind all interfaces of their own container or namespace.
    guard case .named(_, let port) = PeerAddress(address) else { return address }
    return "tcp://*:\(port)"
  }

  /// The address by which an instance calls itself: of several, the one it binds.
  package func own(_ program: ProgramName) -> BusAddress {
    let bound = bindingOfRequests(program)
    let everywhere = "tcp://*:"
    var addresses = addresses
    addresses[program] = [
      bound.hasPrefix(everywhere) ? "tcp://127.0.0.1:\(bound.dropFirst(everywhere.count))" : bound
    ]
    return BusAddress(template: template, run: run, addresses: addresses, binding: binding)
  }

  private func templates(of program: ProgramName) -> [String] {
    guard let listed = addresses[program], !listed.isEmpty else { return [template] }
    return listed.map { text in
      text.contains("://")
        ? text
        : template.split(separator: "{program}", omittingEmptySubsequences: false)
          .joined(separator: text)
    }
  }

  private func fill(_ template: String, _ program: ProgramName, second: Bool) -> String {
    var text = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      switch name {
      case "run": text += run
      case "program": text += program.text
      default:
        let parts = name.split(separator: "|", maxSplits: 1)
        text += (second ? parts.last : parts.first) ?? ""
      }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

/// An address for requests.
enum PeerAddress: Hashable, Sendable {
  /// A single instance.
  case fixed(String)
  /// A host name with one instance for each of its addresses, which may change at run time.
  case named(host: String, port: String)

  init(_ address: String) {
    let scheme = "tcp://"
    guard address.hasPrefix(scheme), let colon = address.lastIndex(of: ":") else {
      self = .fixed(address)
      return
    }
    let host = address.dropFirst(scheme.count)[..<colon]
    let isNumber = host.allSatisfy { $0 == "." || $0.isNumber || $0 == "*" || $0 == ":" }
    self =
      isNumber ? .fixed(address) : .named(host: String(host), port: String(address[colon...].dropFirst()))
  }
}
