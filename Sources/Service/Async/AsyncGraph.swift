/// The instances of the graph scope that one asynchronous top-level resolution made.
final class AsyncGraph: Sendable {
    private struct Key: Hashable {
        let registration: ObjectIdentifier
        let environment: ObjectIdentifier

        init(_ registration: Registration, _ environment: EnvironmentStorage) {
            self.registration = ObjectIdentifier(registration)
            self.environment = ObjectIdentifier(environment)
        }
    }

    /// An instance, and the registration that counted, held so that no other can take its identity.
    private struct Instance {
        let value: ErasedValue
        /// What it stands on.
        let provisos: Provisos
        let registration: Registration
    }

    private let instances = Lock<[Key: Instance]>([:])

    deinit {
        for instance in instances.withLock({ $0.values }) { instance.value.destroy() }
    }

    /// Copies the instance of a service and says what it stands on, if it was made already.
    func copy(
        of registration: Registration, for environment: EnvironmentStorage
    ) -> (value: ErasedValue, provisos: Provisos)? {
        instances.withLock { instances in
            instances[Key(registration, environment)].map { ($0.value.copied(), $0.provisos) }
        }
    }

    /// Keeps a copy of the instance that `destination` points to, or puts there the one that another task made first.
    ///
    /// - Returns: What the instance that counts stands on.
    func share(
        _ destination: UnsafeMutableRawPointer, _ provisos: Provisos, of location: borrowing Location,
        for environment: EnvironmentStorage
    ) -> Provisos {
        let own = unsafe ErasedValue(copying: destination, as: location.entry.identity.type)
        let first = keep(own, provisos, of: location.registration, for: environment)
        unsafe first.value.replace(destination)
        return first.provisos
    }

    /// Keeps a copy of an instance, unless another task was faster.
    ///
    /// - Returns: The instance that counts, a copy of its own, and what it stands on.
    func keep(
        _ value: ErasedValue, _ provisos: Provisos, of registration: Registration, for environment: EnvironmentStorage
    ) -> (value: ErasedValue, provisos: Provisos) {
        let key = Key(registration, environment)
        let first = instances.withLock { instances -> (ErasedValue, Provisos)? in
            if let first = instances[key] { return (first.value.copied(), first.provisos) }
            instances[key] = Instance(value: value.copied(), provisos: provisos, registration: registration)
            return nil
        }
        guard let first else { return (value, provisos) }
        value.destroy()
        return first
    }
}
