public import Inventory

/// What the page of the insurance report shows.
public struct ReportPage: Sendable {
    /// Where the page will be.
    public enum Place: Sendable, Equatable {
        /// On the server, with a choice of currencies and a way back.
        case served(currencies: [Currency])
        /// In a file of its own, which needs nothing else.
        case file
    }

    /// The report.
    public var report: InsuranceReport
    /// Where the page will be.
    public var place: Place
    /// As of when the items are known, where that is not now.
    public var asOf: Timestamp?
    /// The changes that are kept on this device, which the report does not have.
    public var kept: KeptChanges

    /// Describes the page.
    public init(
        _ report: InsuranceReport, place: Place, asOf: Timestamp? = nil, kept: KeptChanges = KeptChanges()
    ) {
        self.report = report
        self.place = place
        self.asOf = asOf
        self.kept = kept
    }
}
