public import Inventory

/// Exports whose pieces come from the test.
public final class ScriptedExports: ExportService {
    /// The exports.
    public let calls = ScriptedCalls<ExportFormat, AsyncThrowingStream<[UInt8], any Error>>()

    /// Starts without an export.
    public init() {}

    /// Waits for the test's answer.
    public func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        try await calls.make(format)
    }
}
