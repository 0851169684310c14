/// Brings items in from CSV.
public protocol ImportService: Sendable {
    /// Imports a CSV file in one transaction: all of it or nothing, or with ``ImportOptions/skipInvalid`` all
    /// that is right.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - options: How to import.
    ///   - progress: Is told after every piece of the file how far it is.
    /// - Returns: What happened. Problems in the file are told there, not thrown.
    /// - Throws: ``InventoryError``, `CancellationError`, or what the source throws.
    func importCSV(
        from source: any ByteSource, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport
}
