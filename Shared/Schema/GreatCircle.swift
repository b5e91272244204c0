internal import Glibc

/// Distances on the Earth, taken as a sphere.
package enum GreatCircle {
  /// The mean radius of the Earth in meters: R₁ of the IUGG (Moritz, "Geodetic Reference System 1980").
  package static let earthRadius = 6_371_008.8

  /// A position in degrees (WGS 84).
  package typealias Position = (latitude: Double, longitude: Double)

  /// The distance in meters by the haversine formula: R. W. Sinnott, "Virtues of the Haversine", Sky and
  /// Telescope 68 (1984). It is off by less than 0.5 %, which is far below the error of a position.
  ///
  /// 0.001° of longitude at the equator is 111.195 m.
  package static func distance(from start: Position, to end: Position) -> Double {
    let radians = Double.pi / 180
    let north = sin((end.latitude - start.latitude) * radians / 2)
    let east = sin((end.longitude - start.longitude) * radians / 2)
    let part = north * north + cos(start.latitude * radians) * cos(end.latitude * radians) * east * east
    // Rounding may leave slightly more than 1 between antipodes.
    return 2 * earthRadius * asin(min(1, part.squareRoot()))
  }
}
