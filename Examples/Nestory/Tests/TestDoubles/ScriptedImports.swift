public import Inventory

/// Imports that come as far, and to such an end, as the test says.
public final class ScriptedImports: ImportService {
    /// An import that was asked for.
    public struct Request: Sendable {
        /// The file.
        public let source: any ByteSource
        /// How to import it.
        public let options: ImportOptions
        /// Tells how far it is, also when the import is over.
        public let progress: @Sendable (ImportProgress) -> Void
    }

    /// The imports.
    public let calls = ScriptedCalls<Request, ImportReport>()

    /// Starts without an import.
    public init() {}

    /// Waits for the test's answer.
    public func importCSV(
        from source: any ByteSource, options: ImportOptions, progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        try await calls.make(Request(source: source, options: options, progress: progress))
    }
}
