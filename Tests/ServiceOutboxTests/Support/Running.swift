#if Outbox
@testable import ServiceOutbox

/// Runs an outbox while a body runs, then cancels it and waits until it has ended.
@discardableResult
func running<Result>(
    _ outbox: Outbox<Change>, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async throws -> Result {
    let run = Task { try await outbox.run() }
    let result: Result
    do { result = try await body() } catch {
        run.cancel()
        _ = await run.result
        throw error
    }
    run.cancel()
    try await run.value
    return result
}
#endif
