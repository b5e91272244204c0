import Terminal

/// A line on a terminal that tells how far a long command is, ten times a second at most.
final class Progress {
  private var told = ContinuousClock.now

  func show(_ text: @autoclosure () -> String) {
    guard Output.canRedraw, told.duration(to: .now) > .milliseconds(100) else { return }
    told = .now
    Output.redraw(text())
  }

  /// Removes the line.
  func end() { if Output.canRedraw { Output.redraw("") } }
}
