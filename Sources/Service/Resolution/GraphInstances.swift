/// The instances of scope ``ServiceScope/graph`` of one top-level resolution: a slot for each service.
final class GraphInstances: Sendable {
    private struct Key: Hashable {
        let registration: ObjectIdentifier
        let environment: ObjectIdentifier
    }

    private struct Entry {
        let slot: ServiceSlot
        /// Held, like the registration by the slot, so that no later object gets the address that the key has.
        let environment: EnvironmentIdentity
    }

    private let entries = Lock<[Key: Entry]>([:])

    /// The slot of a service in this resolution, created on first use.
    func slot(of found: borrowing ResolvedRegistration, for environment: EnvironmentStorage) -> ServiceSlot {
        let identity = environment.identity
        let key = Key(registration: ObjectIdentifier(found.registration), environment: ObjectIdentifier(identity))
        let (service, registration) = (found.service, found.registration)
        return entries.withLock { entries in
            if let entry = entries[key] { return entry.slot }
            let slot = ServiceSlot(service, registration, nil)
            entries[key] = Entry(slot: slot, environment: identity)
            return slot
        }
    }
}
