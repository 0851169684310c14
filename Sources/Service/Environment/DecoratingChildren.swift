import Synchronization

/// The child environments that decorate services of an environment, or have children that do, and so cache instances that
/// depend on its registrations.
struct DecoratingChildren: ~Copyable, Sendable {
    // Not private: the compiler (6.3.1) crashes on a private type in a field of a type of another file.
    struct Child {
        weak var storage: EnvironmentStorage?
    }

    private let children = Lock<[ObjectIdentifier: Child]>([:])
    private let changes = Atomic<Int>(0)

    /// Counts the changes that the children were told of.
    var changeCount: Int { changes.load(ordering: .sequentiallyConsistent) }

    func add(_ storage: EnvironmentStorage) {
        // Reading a weak reference holds the child for the moment: the last reference must not go under the lock.
        let living = children.withLock { children in
            let living = children.compactMapValues(\.storage)
            children = children.filter { living[$0.key] != nil }
            children[ObjectIdentifier(storage)] = Child(storage: storage)
            return living
        }
        withExtendedLifetime(living) {}
    }

    /// Makes every child drop what it created from changed services of this environment, and tell its own children.
    func dropInherited(_ changed: ChangedServices) {
        changes.add(1, ordering: .sequentiallyConsistent)
        let storages = children.withLock { children in children.values.compactMap(\.storage) }
        for storage in storages { storage.dropInherited(changed) }
    }
}
