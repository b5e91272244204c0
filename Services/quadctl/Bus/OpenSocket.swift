import Glibc

/// Checks whether a process listens at a local socket, whatever its protocol. A program with the wrong keys
/// looks dead on the bus, but is not.
enum OpenSocket {
  static func isThere(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // EAGAIN: there is a listener, but its backlog is full.
    return connected == 0 || errno == EAGAIN
  }
}
