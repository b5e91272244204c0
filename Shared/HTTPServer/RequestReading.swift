internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The arguments of one call of libmicrohttpd's request callback.
struct RequestCall {
  let connection: OpaquePointer
  let method: UnsafePointer<CChar>
  let version: UnsafePointer<CChar>
  let upload: UnsafeRawBufferPointer
}

extension ServerCore {
  /// Handles one step of a request: its head, a part of its body, its end, or the response of the handler.
  /// Returns false to drop the connection.
  func step(_ exchange: Exchange, _ call: RequestCall) -> Bool {
    let (isFresh, isHandled) = exchange.state.withLock { state in
      switch state.phase {
      case .fresh: (true, false)
      case .handling, .waiting, .answered: (false, true)
      case .reading, .refused, .passedOn: (false, false)
      }
    }
    if isFresh { return begin(exchange, call) }
    if isHandled { return handle(exchange, call.connection) }
    if call.upload.isEmpty { return dispatch(exchange, call.connection) }
    link(of: call.connection)?.received(call.upload.count)
    return append(exchange, call.upload)
  }

  /// Runs the handler's jobs, sends its response, or lets the connection sleep until there is either.
  private func handle(_ exchange: Exchange, _ connection: OpaquePointer) -> Bool {
    while true {
      switch exchange.nextTurn() {
      case .run(let jobs): for job in jobs { exchange.run(job) }
      case .answer(let response): return queue(response, for: exchange, on: connection)
      case .idle:
        let suspension = ConnectionHandle(connection, self).suspend()
        if exchange.sleeps(suspension) { return true }
        // A job arrived while the connection was being suspended: libmicrohttpd calls again.
        suspension.announce()
        suspension.resume()
        return true
      case .request: return false
      }
    }
  }

  private func begin(_ exchange: Exchange, _ call: RequestCall) -> Bool {
    register(exchange)
    let link = link(of: call.connection)
    var isPassed = false
    switch link?.verdict(on: exchange.number) {
    case .refused(let fault) where !fault.isAboutBody: return refuse(exchange, fault, call.connection)
    case .refused, .passed: isPassed = true
    case .unseen, nil: break
    }
    let method = String(cString: call.method)
    let fields = readFields(of: call.connection, HeaderGuard(isPassed: isPassed))
    let fault = fields.judge(
      method: method, target: exchange.target, version: String(cString: call.version),
      wireSize: quad_mhd_head_size(call.connection))
    if let fault { return refuse(exchange, fault, call.connection) }
    let target = exchange.target
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    guard let query = mark.map({ PercentCoding.query(target[target.utf8.index(after: $0)...]) }) ?? [] else {
      return refuse(exchange, .query, call.connection)
    }
    let path = mark.map { String(target[..<$0]) } ?? target
    let limit = fields.announcesBody ? options.maxBody(method, path) : 0
    let announced = fields.contentLength ?? 0
    guard announced <= limit else {
      counters.rejectedBySize.add(1)
      return reject(exchange, tooLarge(limit), call.connection)
    }
    let head = RequestHead(
      method: method, path: path, query: query, headers: fields.fields, peer: peer(of: call.connection),
      limit: limit)
    var file: BodyFile?
    if fields.announcesBody, let folder = options.bodyFolder(method, path) {
      guard counters.bodyFiles.add(1) <= options.maxBodyFiles, let opened = BodyFile(in: folder) else {
        counters.bodyFiles.add(-1)
        counters.rejectedByLoad.add(1)
        return reject(exchange, overloaded, call.connection)
      }
      file = opened
    }
    exchange.state.withLock { state in
      state.phase = .reading
      state.head = head
      state.file = file
      // The announced length is not yet sent: memory grows with the bytes, not with the announcement.
      state.body.reserveCapacity(min(announced, 16 * 1024))
    }
    if fields.announcesBody { link?.enter(.body) }
    return true
  }

  private func append(_ exchange: Exchange, _ part: UnsafeRawBufferPointer) -> Bool {
    counters.bodyBytesIn.add(part.count)
    return exchange.state.withLock { state in
      switch state.phase {
      case .reading:
        let limit = state.head?.limit ?? 0
        if (state.file?.size ?? state.body.count) + part.count > limit {
          counters.rejectedBySize.add(1)
          state.phase = .refused(tooLarge(limit))
          state.overrun = part.count
        } else if let file = state.file {
          if !file.append(part) {
            counters.rejectedByLoad.add(1)
            state.phase = .refused(noSpace)
            state.overrun = part.count
          }
        } else if counters.bodyMemory.add(part.count) > options.maxBodyMemory {
          counters.bodyMemory.add(-part.count)
          counters.rejectedByLoad.add(1)
          state.phase = .refused(overloaded)
          state.overrun = part.count
        } else {
          state.body.append(contentsOf: part)
        }
        return true
      case .refused:
        state.overrun += part.count
        return state.overrun <= ServerLimits.overrun
      case .fresh, .handling, .waiting, .answered, .passedOn: return false
      }
    }
  }

  /// Called with a complete request: runs the handler up to its first suspension.
  private func dispatch(_ exchange: Exchange, _ connection: OpaquePointer) -> Bool {
    let (head, body, file, rejection) = exchange.state.withLock { state in
      let rejection: HTTPRejection? = if case .refused(let rejection) = state.phase { rejection } else { nil }
      return (state.head, state.body, state.file, rejection)
    }
    file?.finish()
    if let rejection { return reject(exchange, rejection, connection) }
    if case .refused(let fault) = link(of: connection)?.verdict(on: exchange.number) {
      return refuse(exchange, fault, connection)
    }
    guard let head else { return false }
    if counters.handling.add(1) > options.maxInFlight {
      counters.handling.add(-1)
      counters.rejectedByLoad.add(1)
      exchange.state.withLock { $0.phase = .passedOn }
      return queue(
        options.onReject(overloaded).with("Retry-After", "1"), for: exchange, on: connection)
    }
    exchange.state.withLock { $0.phase = .handling }
    link(of: connection)?.enter(.handling)
    let request = head.request(body: body, file: file, isSecure: options.tls != nil)
    Task(executorPreference: exchange) { [self] in
      let response = await handler(request)
      counters.handling.add(-1)
      _ = exchange.answer(response)
    }
    // Either the drain saw this request as handling, or this check sees the drain: nothing stays suspended.
    if isRefusing { abandon(exchange) }
    return handle(exchange, connection)
  }

  private func refuse(_ exchange: Exchange, _ fault: GuardFault, _ connection: OpaquePointer) -> Bool {
    counters.rejectedByGuard.add(1)
    let rejection = HTTPRejection(
      status: fault.status, code: "http.bad_request.\(fault.rawValue)", message: fault.message)
    return reject(exchange, rejection, connection)
  }

  /// Sends a rejection and closes the connection: any further bytes on it cannot be trusted.
  private func reject(_ exchange: Exchange, _ rejection: HTTPRejection, _ connection: OpaquePointer) -> Bool {
    exchange.state.withLock { $0.phase = .passedOn }
    var response = options.onReject(rejection)
    if rejection.status == 503 { response = response.with("Retry-After", "1") }
    return queue(response, for: exchange, on: connection, isLast: true)
  }

  private func tooLarge(_ limit: Int) -> HTTPRejection {
    HTTPRejection(
      status: 413, code: "http.too_large", message: "The body is larger than \(limit) bytes.")
  }

  private var noSpace: HTTPRejection {
    HTTPRejection(
      status: 507, code: "storage_full",
      message: "The site is out of storage. Ask your administrator to free up space.")
  }

  private var overloaded: HTTPRejection {
    HTTPRejection(status: 503, code: "http.overloaded", message: "Too many requests at once; try again.")
  }
}

private func readFields(of connection: OpaquePointer, _ fields: HeaderGuard) -> HeaderGuard {
  var fields = fields
  withUnsafeMutablePointer(to: &fields) { fields in
    _ = MHD_get_connection_values_n(connection, .HEADER_KIND, fieldEntry, fields)
  }
  return fields
}

private func fieldEntry(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
  _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  guard let context, let name, let value else { return .NO }
  context.assumingMemoryBound(to: HeaderGuard.self).pointee.add(
    name: UnsafeRawBufferPointer(start: name, count: nameSize), blanks: value - name - nameSize - 1,
    value: UnsafeRawBufferPointer(start: value, count: valueSize))
  return .YES
}

/// Returns the numeric address; empty if the system does not provide it.
private func peer(of connection: OpaquePointer) -> String {
  guard let address = quad_mhd_peer(connection) else { return "" }
  let family = Int32(address.pointee.sa_family)
  var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
  let raw = UnsafeRawPointer(address)
  switch family {
  case AF_INET:
    let source = raw.advanced(by: MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 4)
    guard inet_ntop(AF_INET, source, &text, socklen_t(text.count)) != nil else { return "" }
  case AF_INET6:
    let source = raw.advanced(by: MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8)
    guard inet_ntop(AF_INET6, source, &text, socklen_t(text.count)) != nil else { return "" }
  default: return ""
  }
  let name = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
}
