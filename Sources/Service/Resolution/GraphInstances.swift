/// The instances of scope ``ServiceScope/graph`` of one top-level resolution: a slot for each service.
final class GraphInstances: Sendable {
    private struct Key: Hashable {
        let registration: ObjectIdentifier
        let decoration: ObjectIdentifier?
        let environment: ObjectIdentifier
    }

    private struct Entry {
        let slot: ServiceSlot
        /// Held, like the registration and the decorators by the slot, so that no later object gets the address that the key has.
        let environment: EnvironmentIdentity
    }

    private let entries = Lock<[Key: Entry]>([:])

    /// The slot of a service in this resolution, created on first use.
    func slot(of found: borrowing ResolvedRegistration, for environment: EnvironmentStorage) -> ServiceSlot {
        let identity = environment.identity
        let (service, registration, decoration) = (found.service, found.registration, found.decoration)
        let key = Key(
            registration: ObjectIdentifier(registration), decoration: decoration.map(ObjectIdentifier.init),
            environment: ObjectIdentifier(identity))
        return entries.withLock { entries in
            if let entry = entries[key] { return entry.slot }
            let slot = ServiceSlot(service, registration, decoration)
            entries[key] = Entry(slot: slot, environment: identity)
            return slot
        }
    }
}
