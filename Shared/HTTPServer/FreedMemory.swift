internal import CMicroHTTPD

/// The heap of this process. The C library keeps what was freed between other allocations, often for good.
package enum FreedMemory {
  /// Gives freed memory back to the system. It takes a few milliseconds for 30 MB, during which other threads
  /// wait to allocate, so call it after a busy time.
  /// - Returns: True if some was given back.
  @discardableResult
  package static func giveBack() -> Bool { quad_trim_heap() == 1 }
}
