/// A reply whose HTTP status may differ from the one that its request declares.
package protocol StatusReply {
  var status: UInt16? { get }
}

/// A reply that starts or ends a browser's session: the gateway puts the token into the session cookie, or
/// clears the cookie if the token is empty.
package protocol SessionReply {
  var sessionToken: String? { get }
}

extension Roomhub.JoinedRoom: StatusReply {
  /// 202 while the members have not answered.
  package var status: UInt16? { state == .pending ? 202 : nil }
}

extension Auth.SignedUpAccount: SessionReply {
  package var sessionToken: String? { token }
}

extension Auth.SignedIn: SessionReply {
  package var sessionToken: String? { token }
}

extension Auth.SignedOut: SessionReply {
  package var sessionToken: String? { "" }
}

/// A reply with a device token, which the gateway puts into the device cookie.
package protocol DeviceReply {
  var deviceToken: DeviceToken? { get }
}

extension Auth.SignedUpAccount: DeviceReply, StatusReply {
  /// 202 until the mailed link is followed.
  package var status: UInt16? { state == .checkMail ? 202 : nil }
}

extension Auth.SignedIn: DeviceReply {}

extension Auth.ChangedEmail: StatusReply {
  package var status: UInt16? { state == .checkMail ? 202 : nil }
}
