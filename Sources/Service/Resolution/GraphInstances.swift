/// The instances of scope ``ServiceScope/graph`` of one top-level resolution: a slot for each service.
final class GraphInstances: Sendable {
    private struct Key: Hashable {
        let registration: ObjectIdentifier
        let environment: ObjectIdentifier
    }

    private let slots = Lock<[Key: ServiceSlot]>([:])

    /// The slot of a service in this resolution, created on first use.
    func slot(of found: borrowing ResolvedRegistration, for environment: EnvironmentStorage) -> ServiceSlot {
        let key = Key(
            registration: ObjectIdentifier(found.registration), environment: ObjectIdentifier(environment))
        let (service, registration) = (found.service, found.registration)
        return slots.withLock { slots in
            if let slot = slots[key] { return slot }
            let slot = ServiceSlot(service, registration)
            slots[key] = slot
            return slot
        }
    }
}
