/// A reply that may have another HTTP status than its request declares.
package protocol StatusReply {
  var status: UInt16? { get }
}

/// A reply that starts or ends a browser's session: the gateway puts the token into the session cookie, or
/// clears it when the token is empty.
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
