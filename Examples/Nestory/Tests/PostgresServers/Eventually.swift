#if PostgreSQL
/// Waits until another process has done what it was told.
public func eventually(_ isDone: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !isDone() {
        guard .now < deadline else { throw PostgresTools.Failure(description: "It has not happened in 30 seconds.") }
        // What another process does tells nobody when it is done.
        try await Task.sleep(for: .milliseconds(10))
    }
}
#endif
