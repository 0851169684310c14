#if PostgreSQL
import Synchronization

/// The hosts of one cluster, and which of them is the primary.
///
/// Each promotion of a standby begins a timeline with a higher number. A host whose timeline is lower than one that was
/// seen before is an old primary: writes to it would be lost.
final class PostgresHosts: Sendable {
    private let address: PostgresAddress
    private let timeouts: PostgresTimeouts
    private struct State {
        var newest: UInt32 = 0
        var facts: PostgresFacts?
    }

    private let state = Mutex(State())

    init(_ address: PostgresAddress, _ timeouts: PostgresTimeouts) {
        self.address = address
        self.timeouts = timeouts
    }

    /// What the server said of itself that was asked last; nil before the first has answered.
    var facts: PostgresFacts? { state.withLock { $0.facts } }

    /// Asks the server again what it is: its operator may have changed a setting.
    ///
    /// - Throws: ``PostgresError``, or `CancellationError`.
    func askAgain(_ connection: PostgresConnection) throws {
        let facts = try connection.askFacts()
        state.withLock { state in
            if facts.timeline ?? state.newest == state.newest { state.facts = facts }
        }
    }

    /// Whether a newer primary than that of a connection was seen meanwhile.
    func isOutdated(_ connection: PostgresConnection) -> Bool {
        guard let timeline = connection.facts.timeline else { return false }
        return state.withLock { $0.newest > timeline }
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
        let facts = best.facts
        let newest = state.withLock { state in
            // A standby has no timeline, and is only connected to by those who want to read.
            state.newest = max(state.newest, facts.timeline ?? 0)
            if facts.timeline ?? state.newest == state.newest { state.facts = facts }
            return state.newest
        }
        if let timeline = facts.timeline, timeline < newest {
            throw PostgresError.unreachable(
                details: "The only host that answers is an old primary: its timeline is \(timeline), not \(newest).")
        }
        return best
    }

    /// Says why no host could be connected to. What a server refused tells more than that another one is down.
    private static func summary(_ failures: [PostgresError]) -> PostgresError {
        for case .refused(let error) in failures where !error.isTemporary { return .refused(error) }
        let lines = failures.map { failure in
            switch failure {
            case .unreachable(let details): details
            case .refused(let error): "\(error.code): \(error.message)"
            default: "\(failure)"
            }
        }
        return .unreachable(details: lines.joined(separator: "; "))
    }
}

extension PostgresServerError {
    /// Whether the server is only starting or stopping, has no room for another connection, or is a standby.
    var isTemporary: Bool { ["57P", "53", "08", "25"].contains { code.hasPrefix($0) } }
}
#endif
