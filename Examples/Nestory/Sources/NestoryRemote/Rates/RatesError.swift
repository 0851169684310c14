public import Inventory

/// Why there are no new exchange rates.
///
/// ``message`` is for people; the details are for logs.
public enum RatesError: Error, Sendable, Equatable {
    /// The server did not give an answer.
    case noAnswer(WebError)
    /// The server answered with another status than 200.
    case refused(status: Int)
    /// The answer is no XML, or only half of it.
    case malformed(line: Int)
    /// The answer is text that is not UTF-8.
    case notUTF8
    /// The answer has a document type, with which a small file can become a huge one.
    case documentType
    /// The answer is XML, but not of the European Central Bank's rates: another page, for example.
    case otherDocument(root: String)
    /// There is no day that the rates hold for.
    case missingDate
    /// The day does not exist, or has not come yet.
    case badDate(String)
    /// There are rates of several days, as in the files with the history.
    case severalDays
    /// There is no rate of a currency that we know.
    case noRates
    /// The rate is no number, not above zero, or no currency can be worth as much or as little.
    case badRate(currency: String, rate: String)
    /// The rates are older than those that are known.
    case older(Day, known: Day)
    /// A currency has two rates.
    case duplicate(Currency)

    /// What happened, without details of the machine.
    public var message: String {
        switch self {
        case .noAnswer(.tooSlow): "The exchange rates took too long to arrive."
        case .noAnswer: "The server with the exchange rates does not answer."
        case .refused(let status) where (300..<400).contains(status):
            "The exchange rates have moved: the server answered with status \(status). Look up the new address."
        case .refused(let status): "The server with the exchange rates refused with status \(status)."
        case .malformed, .notUTF8, .documentType, .otherDocument:
            "What the server sent are not the European Central Bank's exchange rates."
        case .missingDate, .badDate, .severalDays: "The exchange rates do not say plainly for which day they hold."
        case .older(let day, let known):
            "The exchange rates that the server sent are of \(day), older than those of \(known) that are known."
        case .noRates, .badRate, .duplicate: "The exchange rates that the server sent make no sense."
        }
    }
}
