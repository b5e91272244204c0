internal import CZMQ
internal import Schema

/// An error of libzmq; `code` is its errno.
package struct ZMQError: Error, CustomStringConvertible {
  package let operation: String
  package let code: Int32

  init(_ operation: String) {
    self.operation = operation
    code = zmq_errno()
  }

  package var description: String { "\(operation): \(String(cString: zmq_strerror(code)))" }
}

/// The libzmq context of a process. Closing waits until every socket is closed and its LINGER is over.
struct Context: ~Copyable {
  let raw: UnsafeMutableRawPointer

  private init(raw: UnsafeMutableRawPointer) { self.raw = raw }

  static func open() throws(ZMQError) -> Context {
    guard let raw = zmq_ctx_new() else { throw ZMQError("zmq_ctx_new") }
    _ = zmq_ctx_set(raw, ZMQ_MAX_SOCKETS, 1023)
    _ = zmq_ctx_set(raw, ZMQ_IPV6, 0)
    return Context(raw: raw)
  }

  deinit { zmq_ctx_term(raw) }
}

/// The CURVE keys of one socket.
enum CurveRole {
  case server(secretKey: String)
  case client(serverKey: String, publicKey: String, secretKey: String)
}

/// The sender and the frames of a message, without the routing id.
struct Received {
  var routing: [UInt8] = []
  var user: String?
  /// Nil for anything else than one frame of a QB2 message, and then `frames` has what came.
  var message: WireMessage?
  var frames: [[UInt8]] = []
}

/// A socket that can be shared and freed, and a flag for possibly unread messages.
///
/// libzmq's descriptor becomes readable once when messages arrive, and not again until all of them were read.
/// libzmq may also notice an arrival while it sends, and then the descriptor never signals it. So a socket is
/// read until it is empty, and again after each send.
final class SocketBox {
  let socket: Socket
  let descriptor: Int32
  /// False from a read that found nothing until the next send. Then the descriptor signals new messages.
  private(set) var mayHold = true

  init(_ socket: consuming Socket) throws(ZMQError) {
    descriptor = try socket.descriptor
    self.socket = socket
  }

  func send(_ message: WireMessage, to routing: [UInt8]? = nil) throws(ZMQError) -> Socket.Sent {
    mayHold = true
    return try socket.send(message, to: routing)
  }

  /// Sends what is no QB2 message.
  func send(_ frames: [[UInt8]], to routing: [UInt8]? = nil) throws(ZMQError) -> Socket.Sent {
    mayHold = true
    return try socket.send(frames, to: routing)
  }

  /// Returns the next message without waiting; nil if there is none. Frames beyond `limit` are read and
  /// dropped.
  func receive(hasRouting: Bool, limit: Int) throws(ZMQError) -> Received? {
    mayHold = false
    let received = try socket.receive(hasRouting: hasRouting, limit: limit)
    mayHold = received != nil
    return received
  }
}

/// One libzmq socket. Only the thread that opened it uses it.
struct Socket: ~Copyable {
  let raw: UnsafeMutableRawPointer

  private init(raw: UnsafeMutableRawPointer) { self.raw = raw }

  static func open(_ context: borrowing Context, _ type: Int32) throws(ZMQError) -> Socket {
    guard let raw = zmq_socket(context.raw, type) else { throw ZMQError("zmq_socket") }
    let socket = Socket(raw: raw)
    try socket.set(ZMQ_LINGER, 0)
    try socket.set(ZMQ_SNDHWM, 1000)
    try socket.set(ZMQ_RCVHWM, 1000)
    try socket.set(ZMQ_HANDSHAKE_IVL, 5000)
    try socket.set(ZMQ_TCP_KEEPALIVE, 1)
    try socket.set(ZMQ_TCP_KEEPALIVE_IDLE, 15)
    try socket.set(ZMQ_TCP_KEEPALIVE_INTVL, 5)
    try socket.set(ZMQ_TCP_KEEPALIVE_CNT, 3)
    try socket.setLarge(ZMQ_MAXMSGSIZE, Int64(FrameLimit.frame))
    return socket
  }

  deinit { zmq_close(raw) }

  func set(_ option: Int32, _ value: Int32) throws(ZMQError) {
    var value = value
    guard zmq_setsockopt(raw, option, &value, MemoryLayout<Int32>.size) == 0 else {
      throw ZMQError("zmq_setsockopt \(option)")
    }
  }

  /// Becomes readable when there may be something to do; see `SocketBox`.
  fileprivate var descriptor: Int32 {
    get throws(ZMQError) {
      var descriptor: Int32 = -1
      var size = MemoryLayout<Int32>.size
      guard zmq_getsockopt(raw, ZMQ_FD, &descriptor, &size) == 0 else { throw ZMQError("ZMQ_FD") }
      return descriptor
    }
  }

  func setLarge(_ option: Int32, _ value: Int64) throws(ZMQError) {
    var value = value
    guard zmq_setsockopt(raw, option, &value, MemoryLayout<Int64>.size) == 0 else {
      throw ZMQError("zmq_setsockopt \(option)")
    }
  }

  func set(_ option: Int32, _ value: [UInt8]) throws(ZMQError) {
    let code = value.withUnsafeBytes { zmq_setsockopt(raw, option, $0.baseAddress, $0.count) }
    guard code == 0 else { throw ZMQError("zmq_setsockopt \(option)") }
  }

  func set(_ option: Int32, _ value: String) throws(ZMQError) {
    guard zmq_setsockopt(raw, option, value, value.utf8.count) == 0 else {
      throw ZMQError("zmq_setsockopt \(option)")
    }
  }

  /// Enables CURVE, and for servers a ZAP domain with option 93, so that a missing ZAP handler rejects every
  /// client.
  func secure(_ role: CurveRole) throws(ZMQError) {
    switch role {
    case .server(let secretKey):
      try set(ZMQ_CURVE_SERVER, 1)
      try set(ZMQ_CURVE_SECRETKEY, secretKey)
      try set(ZMQ_ZAP_DOMAIN, "quad")
      try set(Int32(QUAD_ZMQ_ZAP_ENFORCE_DOMAIN), 1)
    case .client(let serverKey, let publicKey, let secretKey):
      try set(ZMQ_CURVE_SERVERKEY, serverKey)
      try set(ZMQ_CURVE_PUBLICKEY, publicKey)
      try set(ZMQ_CURVE_SECRETKEY, secretKey)
      try set(ZMQ_IMMEDIATE, 1)
      try set(ZMQ_RECONNECT_IVL, 50)
      try set(ZMQ_RECONNECT_IVL_MAX, 2000)
      try set(ZMQ_CONNECT_TIMEOUT, 3000)
    }
  }

  func bind(_ address: String) throws(ZMQError) {
    guard zmq_bind(raw, address) == 0 else { throw ZMQError("bind \(address)") }
  }

  func connect(_ address: String) throws(ZMQError) {
    guard zmq_connect(raw, address) == 0 else { throw ZMQError("connect \(address)") }
  }

  func monitor(_ address: String, events: Int32) throws(ZMQError) {
    guard zmq_socket_monitor(raw, address, events) == 0 else { throw ZMQError("zmq_socket_monitor") }
  }

  enum Sent {
    case done
    /// No peer is connected at the moment, or the peer's queue is full.
    case wouldBlock
    /// The peer that the message is addressed to is gone.
    case noPeer
  }

  func send(_ message: WireMessage, to routing: [UInt8]? = nil) throws(ZMQError) -> Sent {
    if let routing {
      let outcome = try sendOne(routing, more: true)
      if outcome != .done { return outcome }
    }
    // Written where libzmq sends it from.
    var raw = zmq_msg_t()
    guard zmq_msg_init_size(&raw, message.count) == 0 else { throw ZMQError("zmq_msg_init_size") }
    message.write(into: UnsafeMutableRawBufferPointer(start: zmq_msg_data(&raw), count: message.count))
    while true {
      if zmq_msg_send(&raw, self.raw, ZMQ_DONTWAIT) >= 0 { return .done }
      let code = zmq_errno()
      if code == EINTR { continue }
      let failure = ZMQError("zmq_msg_send")
      zmq_msg_close(&raw)
      switch code {
      case EAGAIN: return .wouldBlock
      case EHOSTUNREACH: return .noPeer
      default: throw failure
      }
    }
  }

  func send(_ frames: [[UInt8]], to routing: [UInt8]? = nil) throws(ZMQError) -> Sent {
    if let routing {
      let outcome = try sendOne(routing, more: true)
      if outcome != .done { return outcome }
    }
    for (index, frame) in frames.enumerated() {
      let outcome = try sendOne(frame, more: index + 1 < frames.count)
      if outcome != .done { return outcome }
    }
    return .done
  }

  private func sendOne(_ frame: [UInt8], more: Bool) throws(ZMQError) -> Sent {
    while true {
      let sent = frame.withUnsafeBytes { bytes in
        zmq_send(raw, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0))
      }
      if sent >= 0 { return .done }
      switch zmq_errno() {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EHOSTUNREACH: return .noPeer
      default: throw ZMQError("zmq_send")
      }
    }
  }

  func receive(hasRouting: Bool, limit: Int) throws(ZMQError) -> Received? {
    var received = Received()
    var index = 0
    var message = zmq_msg_t()
    while true {
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      let size = zmq_msg_recv(&message, raw, ZMQ_DONTWAIT)
      if size < 0 {
        let code = zmq_errno()
        if code == EINTR { continue }
        if code == EAGAIN { return nil }
        throw ZMQError("zmq_msg_recv")
      }
      let isLast = zmq_msg_more(&message) == 0
      if index < limit + (hasRouting ? 1 : 0) + 1 {
        let bytes = UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))
        if hasRouting, index == 0 {
          received.routing = Array(bytes)
        } else {
          if hasRouting, received.frames.isEmpty, let user = zmq_msg_gets(&message, "User-Id") {
            received.user = String(cString: user)
          }
          if isLast, received.frames.isEmpty { received.message = WireMessage(frame: bytes) }
          if received.message == nil { received.frames.append(Array(bytes)) }
        }
      }
      index += 1
      if isLast { return received }
    }
  }
}
