internal import Glibc

extension Guide.AEDPosition {
  /// The mean radius of the Earth in meters: R₁ of the IUGG (Moritz, "Geodetic Reference System 1980").
  private static let earthRadius = 6_371_008.8

  /// The distance in meters by the haversine formula, on a sphere: R. W. Sinnott, "Virtues of the Haversine",
  /// Sky and Telescope 68 (1984).
  package func distance(to other: Guide.AEDPosition) -> Double {
    let radians = Double.pi / 180
    let north = sin((other.latitude.value - latitude.value) * radians / 2)
    let east = sin((other.longitude.value - longitude.value) * radians / 2)
    let part =
      north * north
      + cos(latitude.value * radians) * cos(other.latitude.value * radians) * east * east
    // Rounding may leave slightly more than 1 between antipodes.
    return 2 * Guide.AEDPosition.earthRadius * asin(min(1, part.squareRoot()))
  }
}
