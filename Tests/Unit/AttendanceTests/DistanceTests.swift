import Schema
import Testing

@testable import attendance

@Suite("Distances agree with known ones everywhere on Earth, and are shown in steps of 50 ft")
struct DistanceTests {
  struct Pair: Sendable {
    let from: (Double, Double)
    let to: (Double, Double)
    let meters: Double
    /// The tolerance in meters.
    var within = 0.001
  }

  /// Half the circumference.
  private static let half = Double.pi * GreatCircle.earthRadius

  private static let pairs = [
    Pair(from: (0, 0), to: (0, 0.001), meters: 111.195, within: 0.0005),
    Pair(from: (0, 0), to: (0.001, 0), meters: 111.195, within: 0.0005),
    Pair(from: (37.8695, -122.2585), to: (37.8695, -122.2585), meters: 0, within: 0),
    Pair(from: (0, 179.9999), to: (0, -179.9999), meters: 22.239, within: 0.001),
    // At 60° of latitude, a degree of longitude is half as long as at the equator.
    Pair(from: (60, 0), to: (60, 0.001), meters: 55.597, within: 0.001),
    // At a pole, longitude means nothing.
    Pair(from: (90, 0), to: (90, 137), meters: 0),
    Pair(from: (-90, -180), to: (-90, 180), meters: 0),
    Pair(from: (89.9999, 0), to: (89.9999, 180), meters: 22.239, within: 0.001),
    // Antipodes, where rounding could leave more than 1 under the arc sine.
    Pair(from: (90, 0), to: (-90, 0), meters: half),
    Pair(from: (0, 0), to: (0, 180), meters: half),
    Pair(from: (37.8695, -122.2585), to: (-37.8695, 57.7415), meters: half, within: 1),
    // Berlin and Tokyo, by Vincenty 8,941 km on the ellipsoid: within 0.5 %.
    Pair(from: (52.5166, 13.4), to: (35.7, 139.7667), meters: 8_941_000, within: 44_700),
  ]

  @Test("known distances, in both directions", arguments: pairs)
  func distance(_ pair: Pair) {
    let from = Position(latitude: pair.from.0, longitude: pair.from.1)
    let to = Position(latitude: pair.to.0, longitude: pair.to.1)
    #expect(abs(from.distance(to: to) - pair.meters) <= pair.within)
    #expect(from.distance(to: to) == to.distance(to: from))
  }

  @Test(
    "feet, rounded up to the next 50",
    arguments: [
      (0.0, 50), (0.001, 50), (15.24, 50), (15.25, 100), (30.48, 100), (30.49, 150), (1609.344, 5300),
      (20_015_115, 65_666_400),
    ])
  func feet(meters: Double, feet: Int) {
    #expect(Distance.steppedFeet(meters) == feet)
  }

  @Test(
    "no number that is none gets through", arguments: [Double.nan, .infinity, -.infinity, 90.000001, -91])
  func notANumber(_ value: Double) {
    #expect(Latitude(value) == nil)
    #expect(value.isFinite || Longitude(value) == nil)
    #expect(value >= 0 && value.isFinite || PositionAccuracy(value) == nil)
  }
}
