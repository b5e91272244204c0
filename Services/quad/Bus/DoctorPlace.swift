import Bus
import Glibc
import Schema

/// Where programs listen.
struct DoctorPlace {
  let address: BusAddress

  /// sun_path has 108 bytes, one of them the NUL.
  private static let longestPath = 107

  func findings(of programs: [ProgramName]) -> [Finding] {
    address.template.hasPrefix("ipc:") ? sockets(programs) : ports(programs)
  }

  private func sockets(_ programs: [ProgramName]) -> [Finding] {
    let paths = programs.flatMap { [address.requests($0), address.events($0)] }.map {
      String($0.dropFirst(6))
    }
    let longest = paths.map(\.utf8.count).max() ?? 0
    var findings = [
      longest <= DoctorPlace.longestPath
        ? Finding.ok("the longest path of a socket has \(longest) of \(DoctorPlace.longestPath) bytes")
        : .fail(
          "the longest path of a socket has \(longest) bytes, not \(DoctorPlace.longestPath)",
          "a shorter folder in QUAD_RUN")
    ]
    if let mode = FileMode.of(address.run) {
      findings.append(
        mode & 0o022 == 0
          ? .ok("nobody else can put sockets into \(address.run)")
          : .warn(
            "\(address.run) has mode \(FileMode.text(mode)): others can take the sockets away",
            "chmod 700 \(address.run)"))
    } else {
      findings.append(
        .fail("there is no folder \(address.run)", "QUAD_RUN names the folder that the programs use"))
    }
    return findings
  }

  private func ports(_ programs: [ProgramName]) -> [Finding] {
    let wrong = programs.flatMap { [address.requests($0), address.events($0)] }.filter { address in
      guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...])
      else {
        return true
      }
      return !(1...65_535).contains(port)
    }
    let isDistinct = programs.allSatisfy { address.requests($0) != address.events($0) }
    guard let first = wrong.first else {
      return isDistinct
        ? [.ok("addresses such as \(programs.first.map(address.requests) ?? address.template) have ports")]
        : [.fail("requests and events share an address", "BUS_ADDRESS ends in two ports: {5501|5502}")]
    }
    return [.fail("\(first) has no port", "BUS_ADDRESS is a template such as tcp://{program}:{5501|5502}")]
  }
}
