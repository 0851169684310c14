public import Inventory

/// The rates that the European Central Bank publishes every working day, fetched when they are asked for.
///
/// They are kept for some hours. However many ask, one fetch runs at a time, and all get what it brought. What it
/// brought is also handed to ``LastKnownRates``.
public actor EuropeanCentralBankRates: CurrencyService {
    private let address: WebAddress
    private let web: any WebClient
    private let clock: any WallClock
    private let lastKnown: LastKnownRates
    private let timeout: Duration
    private let freshFor: Duration
    private let flight = SingleFlight<ExchangeRates>()
    private var fetched: (rates: ExchangeRates, at: Timestamp)?

    /// Describes where the rates are.
    ///
    /// - Parameters:
    ///   - address: The file `eurofxref-daily.xml` of the bank, or one like it.
    ///   - web: Fetches it.
    ///   - clock: Tells the day, and how old rates are.
    ///   - lastKnown: Keeps what was fetched.
    ///   - timeout: How long a fetch may take.
    ///   - freshFor: How long rates are used without asking again.
    public init(
        address: WebAddress, web: any WebClient, clock: any WallClock, lastKnown: LastKnownRates,
        timeout: Duration = .seconds(5), freshFor: Duration = .seconds(4 * 3600)
    ) {
        self.address = address
        self.web = web
        self.clock = clock
        self.lastKnown = lastKnown
        self.timeout = timeout
        self.freshFor = freshFor
    }

    /// Returns the rates of the last hours, or fetches new ones.
    ///
    /// - Throws: ``RatesError``, or `CancellationError` where the task was cancelled. A fetch that others wait for
    ///   goes on without it.
    public func rates() async throws -> ExchangeRates {
        if let fetched, isFresh(fetched.at) { return fetched.rates }
        return try await flight.run { [address, web, clock, lastKnown, timeout] in
            let bytes = try await Self.fetch(address, web, timeout)
            let rates = try RatesDocument.rates(in: bytes, today: clock.now.day, source: .live)
            let known = lastKnown.rates().date
            guard rates.date >= known else { throw RatesError.older(rates.date, known: known) }
            lastKnown.keep(rates, as: bytes)
            await self.remember(rates)
            return rates
        }
    }

    private func remember(_ rates: ExchangeRates) { fetched = (rates, clock.now) }

    /// Whether rates were fetched within the last hours. A clock that was put back makes them stale.
    private func isFresh(_ fetched: Timestamp) -> Bool {
        let age = Duration.milliseconds(clock.now.milliseconds - fetched.milliseconds)
        return age >= .zero && age < freshFor
    }

    private static func fetch(
        _ address: WebAddress, _ web: any WebClient, _ timeout: Duration
    ) async throws(RatesError) -> [UInt8] {
        let answer: WebAnswer
        do throws(WebError) {
            let accept = [(name: "Accept", value: "application/xml, text/xml")]
            answer = try await web.send(
                WebRequest(address, headers: accept, limit: RatesDocument.longest), within: timeout)
        } catch {
            throw .noAnswer(error)
        }
        guard answer.status == 200 else { throw .refused(status: answer.status) }
        return answer.body
    }
}
