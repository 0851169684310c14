public import ServiceHealth
import Synchronization

/// Puts faults into the services' calls while the program runs.
public final class Chaos: Sendable {
    private let protection: ServiceProtection
    private let troubled = Mutex<Set<ServiceID>>([])

    /// Prepares to disturb calls.
    public init(protection: ServiceProtection) {
        self.protection = protection
    }

    /// The services that have faults now.
    public var services: Set<ServiceID> { troubled.withLock { $0 } }

    /// Puts faults into the calls of a service from now on, in place of those before.
    ///
    /// - Parameters:
    ///   - faults: The faults; none to take them away.
    ///   - service: The service.
    /// - Returns: Whether there is such a service.
    public func inject(_ faults: [ChaosFault], into service: ServiceID) -> Bool {
        let calls = protection.calls(of: service)
        guard !calls.isEmpty else { return false }
        for calls in calls { calls.inject(faults.map(\.fault)) }
        troubled.withLock { troubled in
            if faults.isEmpty { troubled.remove(service) } else { troubled.insert(service) }
        }
        return true
    }
}
