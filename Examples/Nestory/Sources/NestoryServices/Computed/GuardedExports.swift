public import Inventory

/// Exports that are protected, and whose health is known.
public struct GuardedExports: ExportService {
    private let exports: any ExportService
    private let calls: ProtectedCalls

    /// Guards a service.
    public init(_ exports: any ExportService, protection: ServiceProtection) {
        self.exports = exports
        calls = protection.export
    }

    /// Returns the inventory as it is now, a piece of the file at a time.
    public func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        try await calls.compute("export") { try await exports.export(format) }
    }
}
