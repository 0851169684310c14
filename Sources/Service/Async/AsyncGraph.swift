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
        let registration: Registration
    }

    private let instances = Lock<[Key: Instance]>([:])

    deinit {
        for instance in instances.withLock({ $0.values }) { instance.value.destroy() }
    }

    /// Copies the instance of a service, if it was made already.
    func copy(of registration: Registration, for environment: EnvironmentStorage) -> ErasedValue? {
        instances.withLock { $0[Key(registration, environment)]?.value.copied() }
    }

    /// Keeps a copy of the instance that `destination` points to, or puts there the one that another task made first.
    func share(
        _ destination: UnsafeMutableRawPointer, of location: borrowing Location, for environment: EnvironmentStorage
    ) {
        let own = unsafe ErasedValue(copying: destination, as: location.entry.identity.type)
        unsafe keep(own, of: location.registration, for: environment).replace(destination)
    }

    /// Keeps a copy of an instance, unless another task was faster.
    ///
    /// - Returns: The instance that counts, a copy of its own.
    func keep(
        _ value: ErasedValue, of registration: Registration, for environment: EnvironmentStorage
    ) -> ErasedValue {
        let key = Key(registration, environment)
        let first = instances.withLock { instances in
            if let first = instances[key] { return Optional(first.value.copied()) }
            instances[key] = Instance(value: value.copied(), registration: registration)
            return nil
        }
        guard let first else { return value }
        value.destroy()
        return first
    }
}
