extension Result where Failure == any Error {
    /// Creates a result from async work, and throws instead when the work was cancelled.
    ///
    /// So a cancelled effect never arrives in a reducer as a failure:
    ///
    /// ```swift
    /// let result = try await Result(cancellable: { try await service.items() })
    /// await send(.itemsResponse(result))
    /// ```
    ///
    /// - Parameters:
    ///   - body: The work.
    ///   - presenter: Knows which errors are cancellations.
    /// - Throws: `CancellationError` when the work threw any kind of cancellation, and when it threw anything in a
    ///   task that is cancelled.
    public init(
        cancellable body: () async throws -> Success, presenter: ErrorPresenter = .standard
    ) async throws(CancellationError) {
        do {
            self = .success(try await body())
        } catch {
            if Task.isCancelled || presenter.isCancellation(error) { throw CancellationError() }
            self = .failure(error)
        }
    }
}
