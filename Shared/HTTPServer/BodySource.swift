/// A body that is made while it is sent: the server asks for its bytes as fast as the client reads them. It
/// is released after the last byte, or when the client has left.
package protocol BodySource: AnyObject, Sendable {
  /// Returns the next bytes: none at the end of the body, nil if it cannot go on, which breaks the
  /// connection. Called by one thread at a time.
  /// - Parameter count: The maximum number of bytes.
  func next(_ count: Int) -> [UInt8]?
}
