import Bus
import Schema

/// The addresses of the programs.
struct DoctorAddresses {
  let address: BusAddress

  /// The maximum length of a path: sun_path has 108 bytes, one of them the NUL.
  private static let maxPathLength = 107

  /// True if a process listens at the program's local socket on this machine.
  func isOpen(_ program: ProgramName) -> Bool {
    let scheme = "ipc://"
    return address.texts(of: program).first { $0.hasPrefix(scheme) }
      .map { OpenSocket.isThere(String($0.dropFirst(scheme.count))) } ?? false
  }

  func findings(of programs: [ProgramName]) -> [Finding] {
    let texts = programs.map { ($0, address.texts(of: $0)) }
    let all = texts.flatMap { $0.1 }
    let paths = all.filter { $0.hasPrefix("ipc://") }.map { String($0.dropFirst(6)) }
    let ports = all.filter { !$0.hasPrefix("ipc://") }
    var findings = paths.isEmpty ? [] : [length(paths)] + folders(paths)
    if !ports.isEmpty { findings.append(self.ports(ports)) }
    if let shared = texts.first(where: { Set($0.1).count < $0.1.count })?.0 {
      findings.append(
        .fail(
          "requests and events of \(shared) use the same address",
          "give each its own part in BUS_ADDRESS, such as {q|e} or {5501|5502}"))
    }
    return findings
  }

  private func length(_ paths: [String]) -> Finding {
    let longest = paths.map(\.utf8.count).max() ?? 0
    let text = "the longest socket path has \(longest) of \(DoctorAddresses.maxPathLength) bytes"
    return longest <= DoctorAddresses.maxPathLength
      ? .ok(text) : .fail(text, "set QUAD_RUN to a shorter path")
  }

  private func folders(_ paths: [String]) -> [Finding] {
    let folders = Set(paths.map { path in path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." })
    return folders.sorted().map { folder in
      guard let mode = FileMode.of(folder) else {
        return .fail(
          "the folder \(folder) does not exist", "set QUAD_RUN to the folder that the programs use")
      }
      guard mode & 0o022 == 0 else {
        return .warn(
          "\(folder) has mode \(FileMode.text(mode)), so others can remove the sockets", "chmod 700 \(folder)"
        )
      }
      return .ok("only the owner can write to \(folder)")
    }
  }

  private func ports(_ addresses: [String]) -> Finding {
    let wrong = addresses.first { address in
      guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...])
      else { return true }
      return !(1...65_535).contains(port)
    }
    guard let wrong else {
      return .ok("all \(addresses.count) addresses have a port, such as \(addresses[0])")
    }
    return .fail("\(wrong) has no port", "set BUS_ADDRESS to a template like tcp://{program}:{5501|5502}")
  }
}
