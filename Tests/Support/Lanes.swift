/// Runs seeds concurrently, block by block, and returns the first problem found. No further block starts
/// after a problem.
///
/// - Parameter block: The number of seeds that share an expensive setup.
/// - Parameter lanes: The number of concurrent blocks.
/// - Parameter work: Runs one block of seeds and returns a problem, or nil.
package func inLanes(
  _ seeds: Range<UInt64>, block: Int, lanes: Int = 2,
  _ work: @escaping @Sendable (Range<UInt64>) async throws -> String?
) async throws -> String? {
  try await withThrowingTaskGroup(of: String?.self) { group in
    var blocks = stride(from: seeds.lowerBound, to: seeds.upperBound, by: block).makeIterator()
    func begin() {
      guard let first = blocks.next() else { return }
      let block = first..<min(first + UInt64(block), seeds.upperBound)
      group.addTask { try await work(block) }
    }
    for _ in 0..<lanes { begin() }
    while let problem = try await group.next() {
      if let problem { return problem }
      begin()
    }
    return nil
  }
}
