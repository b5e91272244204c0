/// Runs seeds side by side, block after block, and gives the first problem found; then no further block
/// is begun.
///
/// - Parameter block: how many seeds share what takes long to make.
/// - Parameter lanes: how many blocks run at a time.
/// - Parameter work: one block of seeds; what is wrong, or nil.
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
