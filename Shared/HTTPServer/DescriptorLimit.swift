internal import Glibc

/// The open files that a process may have, of which every connection takes one.
package enum DescriptorLimit {
  /// Descriptors that a server needs besides its connections: the bus, the log, files that are being sent.
  package static let reserve = 512

  /// Raises the process's limit to what `connections` need, as far as the system allows, and returns the
  /// number of connections that fit.
  package static func makeRoom(for connections: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
    let wanted = rlim_t(connections + reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        return fit(in: limit.rlim_cur, connections)
      }
    }
    return fit(in: limit.rlim_cur, connections)
  }

  private static func fit(in descriptors: rlim_t, _ connections: Int) -> Int {
    min(connections, max(Int(clamping: descriptors) - reserve, 64))
  }
}
