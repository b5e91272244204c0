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

  /// The distance in meters.
  func distance(to other: Position) -> Double {
    GreatCircle.distance(from: (latitude, longitude), to: (other.latitude, other.longitude))
  }

  var description: String { "Position" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// Distances as they are shown and stored.
enum Distance {
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
