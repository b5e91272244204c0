internal import CMicroHTTPD

/// libmicrohttpd's MAX_EVENTS: the events that it takes at a time.
private let fullTurn: Int32 = 128

/// Waits for events. In contrast to the C library's, it never fills libmicrohttpd's array: after a full one
/// libmicrohttpd 0.9.75 asks for more with the same timeout, before it serves what it has. If exactly 128
/// connections had become ready, it would sleep over their requests until something else happened. What
/// doesn't fit comes with the next turn. Reached as `recv` is (WireTaps.swift); other callers of the function
/// wait as before.
@_cdecl("epoll_wait")
public func shorterWait(
  _ descriptor: Int32, _ events: UnsafeMutableRawPointer?, _ count: Int32, _ timeout: Int32
) -> Int32 {
  let events = events?.assumingMemoryBound(to: epoll_event.self)
  return epoll_pwait(descriptor, events, count == fullTurn ? fullTurn - 1 : count, timeout, nil)
}
