import Schema

/// Faults of the edge itself, which no program returns.
extension FaultCode {
  static let crossSite = FaultCode(
    .permissionDenied, "cross_site", "This request came from another site. Open Quad itself and try again.")
  static let tooManyStreams = FaultCode(
    .resourceExhausted, "too_many_streams",
    "You've reached the limit of 6 live streams. Close one elsewhere first.")
}
