extension Guide.AEDPosition {
  /// The distance in meters.
  package func distance(to other: Guide.AEDPosition) -> Double {
    GreatCircle.distance(
      from: (latitude.value, longitude.value), to: (other.latitude.value, other.longitude.value))
  }
}
