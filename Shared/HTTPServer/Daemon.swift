internal import CMicroHTTPD
internal import Glibc

/// libmicrohttpd's daemon and its listening socket. Closed once, by `stop`.
///
/// A drain rejects new connections in the accept policy and not by MHD_quiesce_daemon: in 0.9.75 that removes
/// the listener from a worker's epoll set while the worker may be doing the same, and the loser calls
/// abort().
struct Daemon: Sendable {
  private let address: UInt
  private let context: UInt

  /// Takes ownership of the listener, even if it throws.
  static func start(_ core: ServerCore, on listener: Int32) throws(HTTPServerError) -> Daemon {
    var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    var secrets = (certificate: [CChar](), key: [CChar]())
    do throws(HTTPServerError) {
      if let tls = core.options.tls {
        guard quad_mhd_has_tls() != 0 else { throw HTTPServerError.noTLS }
        flags |= MHD_USE_TLS.rawValue
        secrets = (try readPEM(tls.certificate), try readPEM(tls.key))
      }
    } catch {
      close(listener)
      throw error
    }
    let context = Unmanaged.passRetained(core)
    let isSecure = core.options.tls != nil
    let started = secrets.certificate.withUnsafeBufferPointer { certificate in
      secrets.key.withUnsafeBufferPointer { key in
        tlsPriorities.withUTF8Buffer { priorities in
          var items = numbers(core.options, listener: listener)
          if isSecure {
            items += [
              item(.HTTPS_MEM_CERT, pointer: UnsafeRawPointer(certificate.baseAddress)),
              item(.HTTPS_MEM_KEY, pointer: UnsafeRawPointer(key.baseAddress)),
              item(.HTTPS_PRIORITIES, pointer: UnsafeRawPointer(priorities.baseAddress)),
            ]
          }
          items.append(item(.END, 0))
          return quad_mhd_start(
            flags, context.toOpaque(), acceptEntry, requestEntry, targetEntry, unescapeEntry, completedEntry,
            connectedEntry,
            items)
        }
      }
    }
    guard let started else {
      context.release()
      close(listener)
      throw .refused
    }
    return Daemon(
      address: UInt(bitPattern: started), context: UInt(bitPattern: context.toOpaque()))
  }

  /// Closes all connections and waits for the threads. Nothing may be suspended.
  func stop() {
    guard let pointer = OpaquePointer(bitPattern: address) else { return }
    MHD_stop_daemon(pointer)
    if let core = UnsafeRawPointer(bitPattern: context) {
      Unmanaged<ServerCore>.fromOpaque(core).release()
    }
  }
}

/// GnuTLS priorities: no TLS 1.0 and 1.1, no cipher under 128 bits.
private let tlsPriorities: StaticString = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

private func item(_ option: MHD_OPTION, _ value: Int = 0, pointer: UnsafeRawPointer? = nil) -> MHD_OptionItem
{
  MHD_OptionItem(option: option, value: value, ptr_value: UnsafeMutableRawPointer(mutating: pointer))
}

private func numbers(_ options: HTTPServerOptions, listener: Int32) -> [MHD_OptionItem] {
  let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  let threads = options.threads > 0 ? options.threads : cores
  var items = [
    item(.LISTEN_SOCKET, Int(listener)),
    // The filter and the guard are strict. libmicrohttpd's own strictness sends pages of its own.
    item(.STRICT_FOR_CLIENT, 0),
    // Each thread gets an equal part of this number. The real limit is the link table's, over all threads.
    item(.CONNECTION_LIMIT, max(options.connectionLimit, 1) * threads * 2),
    item(.CONNECTION_TIMEOUT, options.timeoutSeconds),
    item(.CONNECTION_MEMORY_LIMIT, options.headerMemory),
  ]
  if threads > 1 { items.append(item(.THREAD_POOL_SIZE, threads)) }
  return items
}

/// Reads the file and appends a NUL.
private func readPEM(_ path: String) throws(HTTPServerError) -> [CChar] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .unreadableFile(path) }
  defer { close(descriptor) }
  var text = [CChar](repeating: 0, count: ServerLimits.pemFile + 1)
  var length = 0
  while length < text.count {
    let count = text.withUnsafeMutableBytes {
      read(descriptor, $0.baseAddress?.advanced(by: length), $0.count - length)
    }
    guard count >= 0 else { throw .unreadableFile(path) }
    if count == 0 { return Array(text[...length]) }
    length += count
  }
  throw .unreadableFile(path)
}
