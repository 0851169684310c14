import Synchronization

/// The instances of the graph scope that one asynchronous top-level resolution made.
final class AsyncGraph: Sendable {
    private struct Key: Hashable {
        let entry: ObjectIdentifier
        let environment: ObjectIdentifier
    }

    private let instances = Mutex<[Key: ErasedValue]>([:])

    deinit {
        for value in instances.withLock({ $0.values }) { value.destroy() }
    }

    /// Copies the instance of a service, if it was made already.
    func copy(of entry: Entry, for environment: EnvironmentStorage) -> ErasedValue? {
        let key = Key(entry: ObjectIdentifier(entry), environment: ObjectIdentifier(environment))
        return instances.withLock { $0[key]?.copied() }
    }

    /// Keeps a copy of the instance that `destination` points to, or puts there the one that another task made first.
    func share(_ destination: UnsafeMutableRawPointer, of entry: Entry, for environment: EnvironmentStorage) {
        let own = unsafe ErasedValue(copying: destination, as: entry.identity.type)
        unsafe keep(own, of: entry, for: environment).replace(destination)
    }

    /// Keeps a copy of an instance, unless another task was faster.
    ///
    /// - Returns: The instance that counts, a copy of its own.
    func keep(_ value: ErasedValue, of entry: Entry, for environment: EnvironmentStorage) -> ErasedValue {
        let key = Key(entry: ObjectIdentifier(entry), environment: ObjectIdentifier(environment))
        let first = instances.withLock { instances in
            if let first = instances[key] { return Optional(first.copied()) }
            instances[key] = value.copied()
            return nil
        }
        guard let first else { return value }
        value.destroy()
        return first
    }
}
