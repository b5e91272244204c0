import Schema

extension Result where Failure == any Error {
  /// The code and the fields of a fault; nil for a success.
  package var refusal: String? {
    guard case .failure(let error) = self, let fault = error as? Fault else { return nil }
    return ([fault.code] + (fault.fields ?? []).map(\.field)).joined(separator: " ")
  }
}

/// Returns the result or the error of `body` for inspection.
package func outcome<T>(_ body: () async throws -> T) async -> Result<T, any Error> {
  do { return .success(try await body()) } catch { return .failure(error) }
}
