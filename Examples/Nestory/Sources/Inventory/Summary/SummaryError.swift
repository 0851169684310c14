/// Why totals could not be added up.
public enum SummaryError: Error, Sendable, Equatable {
    /// There is no rate for the currency that was asked for.
    case noRate(Currency)
    /// The sum has more digits than the program can count.
    case tooLarge
}
