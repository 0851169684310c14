/// Writes up the inventory for an insurer.
public protocol ReportService: Sendable {
    /// Lists everything with what it cost, by room and category.
    ///
    /// Where there are no exchange rates, the report has no totals in the currency and says so.
    ///
    /// - Throws: ``InventoryError`` where the items cannot be read, ``SummaryError/tooLarge``, or
    ///   `CancellationError` where its task was cancelled.
    func report(in currency: Currency) async throws -> InsuranceReport
}
