import Foundation
public import Inventory
public import Logging
import Synchronization

/// The last rates that were fetched, also before the program was started again; else those that came with it.
///
/// They are kept in memory and, as they arrived, in a file.
public final class LastKnownRates: CurrencyService {
    private let file: URL?
    private let shipped: ShippedRates
    private let clock: any WallClock
    private let logger: Logger
    private let share: @Sendable ([UInt8], Day) -> Void
    private let kept = Mutex<ExchangeRates?>(nil)

    /// Describes where rates are kept. Nothing is read before it is asked for.
    ///
    /// - Parameters:
    ///   - file: The file, which need not be there; nil to keep them in memory only.
    ///   - shipped: The rates to give where none were ever fetched.
    ///   - clock: Tells the day: what claims to be from later is not believed.
    ///   - logger: Where it is told that the file cannot be read or written.
    ///   - share: Gets rates that were fetched, with their day, to tell other servers.
    public init(
        file: String?, shipped: ShippedRates, clock: any WallClock, logger: Logger,
        share: @escaping @Sendable ([UInt8], Day) -> Void = { _, _ in }
    ) {
        self.file = file.map { URL(filePath: $0) }
        self.shipped = shipped
        self.clock = clock
        self.logger = logger
        self.share = share
    }

    /// Returns the newest rates that there are without asking anybody.
    public func rates() -> ExchangeRates {
        if let rates = kept.withLock({ $0 }) { return rates }
        guard let rates = read() else { return shipped.rates() }
        return kept.withLock { kept in
            // What was fetched meanwhile is newer than the file was.
            let newest = kept ?? rates
            kept = newest
            return newest
        }
    }

    /// Keeps rates that another server fetched, unless they are no newer than those that are known.
    ///
    /// - Parameter bytes: The file that they came in. One that cannot be read is told to the log.
    public func take(_ bytes: [UInt8]) {
        do {
            let rates = try RatesDocument.rates(in: bytes, today: clock.now.day, source: .lastKnown)
            kept.withLock { kept in
                if rates.date > kept?.date ?? shipped.rates().date { kept = rates }
            }
        } catch {
            logger.warning("The exchange rates of another server cannot be read.", metadata: ["error": "\(error)"])
        }
    }

    /// Keeps rates that were fetched.
    ///
    /// Where the file cannot be written they are kept until the program ends, and the log tells.
    ///
    /// - Parameters:
    ///   - rates: The rates.
    ///   - bytes: The file that they came in.
    func keep(_ rates: ExchangeRates, as bytes: [UInt8]) {
        kept.withLock { $0 = rates.from(.lastKnown) }
        share(bytes, rates.date)
        guard let file else { return }
        do {
            try Data(bytes).write(to: file, options: .atomic)
        } catch {
            logger.warning("The exchange rates could not be kept in a file.", metadata: ["error": "\(error)"])
        }
    }

    private func read() -> ExchangeRates? {
        guard let file, FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            let bytes = [UInt8](try Data(contentsOf: file))
            return try RatesDocument.rates(in: bytes, today: clock.now.day, source: .lastKnown)
        } catch {
            logger.warning("The exchange rates that were kept cannot be read.", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
