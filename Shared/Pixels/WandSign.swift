/// The sign of the wand: a magic wand with sparks, as a mask.
enum WandSign {
  static let side = 84
  /// Samples of a pixel on each axis, which smooth the edges.
  private static let samples = 4

  private struct Spark {
    let x: Double
    let y: Double
    let radius: Double
  }

  private static let sparks = [
    Spark(x: 58, y: 25, radius: 25), Spark(x: 26, y: 17, radius: 12), Spark(x: 74, y: 57, radius: 12),
  ]

  /// The opacity of each pixel, a row after another.
  static func pixels() -> [UInt8] {
    (0..<side * side).map { index in
      let (row, column) = (index / side, index % side)
      let hits = (0..<samples * samples).count { sample in
        let x = Double(column) + (Double(sample % samples) + 0.5) / Double(samples)
        let y = Double(row) + (Double(sample / samples) + 0.5) / Double(samples)
        return isInk(x, y)
      }
      return UInt8(hits * 255 / (samples * samples))
    }
  }

  private static func isInk(_ x: Double, _ y: Double) -> Bool {
    isRod(x, y)
      || sparks.contains { spark in
        // A star of four points: its edges are arcs inward.
        let across = (x - spark.x).magnitude / spark.radius
        let down = (y - spark.y).magnitude / spark.radius
        return across.squareRoot() + down.squareRoot() <= 1
      }
  }

  /// The rod from the lower left corner towards the large spark, which it does not touch.
  private static func isRod(_ x: Double, _ y: Double) -> Bool {
    let (startX, startY, endX, endY, half) = (9.0, 76.0, 45.0, 39.0, 4.5)
    let (alongX, alongY) = (endX - startX, endY - startY)
    let share = ((x - startX) * alongX + (y - startY) * alongY) / (alongX * alongX + alongY * alongY)
    let near = min(max(share, 0), 1)
    let (offX, offY) = (x - startX - near * alongX, y - startY - near * alongY)
    return offX * offX + offY * offY <= half * half
  }
}
