/// The kinds of files that an inventory is written to.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// CSV that can be imported again without any loss.
    case csv
    /// JSON as the HTTP routes answer with it.
    case json
}
