import Foundation
import Inventory
import NestoryPages
import ServiceHealth

extension JSONValue {
    /// Writes how services do. The last error is left out, as it may hold a path.
    init(
        services states: [(service: ServiceID, state: HealthState)], _ statuses: [ServiceStatus], _ kept: KeptChanges,
        words: StatusWords
    ) {
        let services = zip(states, statuses).map { entry, status in
            JSONValue(entry.state, status, words: words)
        }
        self = [
            "degraded": .bool(states.contains { !$0.state.isHealthy }), "services": .array(services),
            "kept": JSONValue(kept),
        ]
    }

    private init(_ state: HealthState, _ status: ServiceStatus, words: StatusWords) {
        func time(_ date: Date?) -> JSONValue {
            let milliseconds = date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded(.down)) }
            return milliseconds.flatMap { Timestamp(milliseconds: $0) }.map { .string($0.description) } ?? .null
        }
        self = [
            "service": .string(status.service),
            "name": .string(words.name(of: status.service)),
            "is_healthy": .bool(state.isHealthy),
            "source": .string(state.source.rawValue),
            "fallback_kind": state.isHealthy ? .null : state.fallbackKind.map { .string($0.code) } ?? .null,
            "consecutive_failures": .number(state.consecutiveFailures),
            "total_failures": .number(state.totalFailures),
            "last_success": time(state.lastSuccess),
            "last_failure": time(state.lastFailure),
            "degraded_since": time(state.degradedSince),
            "retry_at": time(state.retryAt),
            "refuses_changes": .bool(status.refusesChanges),
            "as_of": status.asOf.map { .string($0.description) } ?? .null,
            "message": .string(words.sentence(for: status)),
        ]
    }
}

extension FallbackKind {
    /// The kind in the spelling of the other names.
    fileprivate var code: String {
        switch self {
        case .readOnly: "read_only"
        case .cached: "cached"
        case .substitute: "substitute"
        }
    }
}
