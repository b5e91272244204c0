import Glibc
import Schema

/// A position on Earth (WGS 84) in degrees. It never appears in a description.
struct Position: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let latitude: Double
  let longitude: Double

  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  init(_ fix: Attendance.Fix) {
    self.init(latitude: fix.latitude.value, longitude: fix.longitude.value)
  }

  /// The distance in meters by the haversine formula, on a sphere: R. W. Sinnott, "Virtues of the Haversine",
  /// Sky and Telescope 68 (1984). It is off by less than 0.5 %, which is far below the error of a position.
  ///
  /// 0.001° of longitude at the equator is 111.195 m.
  func distance(to other: Position) -> Double {
    let radians = Double.pi / 180
    let north = sin((other.latitude - latitude) * radians / 2)
    let east = sin((other.longitude - longitude) * radians / 2)
    let part =
      north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
    // Rounding may leave slightly more than 1 between antipodes.
    return 2 * Distance.earthRadius * asin(min(1, part.squareRoot()))
  }

  var description: String { "Position" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// Distances as they are shown and stored.
enum Distance {
  /// The mean radius of the Earth in meters: R₁ of the IUGG (Moritz, "Geodetic Reference System 1980").
  static let earthRadius = 6_371_008.8
  /// The international foot in meters, exactly.
  static let foot = 0.3048
  /// Feet. Exact distances from several places would give away where the instructor is.
  static let step = 50

  /// A distance in feet, rounded up to the next 50; 50 for 0.
  ///
  /// - Parameter meters: at most half the Earth's circumference.
  static func steppedFeet(_ meters: Double) -> Int {
    // A distance of exactly 50 ft, computed in meters, may be off by a few billionths.
    let steps = (meters / foot / Double(step) - 1e-9).rounded(.up)
    return max(1, Int(steps)) * step
  }
}
