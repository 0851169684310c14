#if PostgreSQL
import Synchronization

/// The hosts of one cluster, and which of them is the primary.
///
/// Each promotion of a standby begins a timeline with a higher number. A host whose timeline is lower than one that was
/// seen before is an old primary: writes to it would be lost.
final class PostgresHosts: Sendable {
    private let address: PostgresAddress
    private let timeouts: PostgresTimeouts
    private let newest = Mutex<UInt32>(0)

    init(_ address: PostgresAddress, _ timeouts: PostgresTimeouts) {
        self.address = address
        self.timeouts = timeouts
    }

    /// Whether a newer primary than that of a connection was seen meanwhile.
    func isOutdated(_ connection: PostgresConnection) -> Bool {
        guard let timeline = connection.facts.timeline else { return false }
        return newest.withLock { $0 > timeline }
    }

    /// Connects to every host, one by one, and keeps the connection to the one with the highest timeline.
    ///
    /// - Throws: ``PostgresError``, or `CancellationError`.
    func connect(_ pipe: WakePipe, _ interruption: Interruption) throws -> PostgresConnection {
        var best: PostgresConnection?
        var failures: [PostgresError] = []
        for parameters in address.hosts {
            do {
                let candidate = try PostgresConnection.open(parameters, pipe, timeouts, interruption)
                if (candidate.facts.timeline ?? 0) > (best?.facts.timeline ?? 0) || best == nil { best = candidate }
            } catch let failure as PostgresError {
                failures.append(failure)
            }
        }
        guard let best else { throw Self.summary(failures) }
        guard let timeline = best.facts.timeline else { return best }
        let newest = newest.withLock { newest in
            newest = max(newest, timeline)
            return newest
        }
        guard timeline == newest else {
            throw PostgresError.unreachable(
                details: "The only host that answers is an old primary: its timeline is \(timeline), not \(newest).")
        }
        return best
    }

    /// Says why no host could be connected to. What a server refused tells more than that another one is down.
    private static func summary(_ failures: [PostgresError]) -> PostgresError {
        for case .refused(let error) in failures where !error.isTemporary { return .refused(error) }
        return .unreachable(details: failures.map { "\($0)" }.joined(separator: "; "))
    }
}

extension PostgresServerError {
    /// Whether the server is only starting or stopping, has no room for another connection, or is a standby.
    var isTemporary: Bool { ["57P", "53", "08", "25"].contains { code.hasPrefix($0) } }
}
#endif
