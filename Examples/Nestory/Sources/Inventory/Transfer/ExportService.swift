/// Writes all items out.
public protocol ExportService: Sendable {
    /// Returns the inventory as it is now, a piece of the file at a time.
    ///
    /// - Throws: ``InventoryError``, also from the stream.
    func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error>
}
