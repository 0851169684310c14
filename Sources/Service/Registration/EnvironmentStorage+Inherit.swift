import Synchronization

/// The children that decorate services of an environment, and so keep instances that depend on its registrations.
final class Followers: Sendable {
    private struct Follower {
        weak var storage: EnvironmentStorage?
    }

    private let followers = Lock<[ObjectIdentifier: Follower]>([:])
    /// Counts the changes that followers were told of.
    private let changes = Atomic<Int>(0)

    var changeCount: Int { changes.load(ordering: .sequentiallyConsistent) }

    func add(_ storage: EnvironmentStorage) {
        followers.withLock { followers in
            followers = followers.filter { $0.value.storage != nil }
            followers[ObjectIdentifier(storage)] = Follower(storage: storage)
        }
    }

    /// Has every follower drop what it made from a service, or from any.
    func tell(of service: ServiceIdentity?) {
        changes.add(1, ordering: .sequentiallyConsistent)
        let storages = followers.withLock { followers in followers.values.compactMap(\.storage) }
        for storage in storages { storage.dropInherited(service) }
    }
}

extension EnvironmentStorage {
    /// Makes this environment hear of changes above it, since it wraps what others registered.
    func followParents() {
        var ancestor = parent
        while let current = ancestor {
            current.followers.add(self)
            ancestor = current.parent
        }
    }

    /// The registration of a service that a parent registered and this environment decorates.
    ///
    /// What the parent keeps is wrapped once and kept here; what it does not keep is made for this environment.
    func inherit(_ service: ServiceIdentity, for entry: Entry) -> Registration? {
        while true {
            let changes = changesAbove
            guard let parent, let inherited = parent.locate(service) else { return nil }
            let registration = registration(wrapping: inherited, of: service, in: parent)
            let isCurrent = entry.state.withLock { state in
                // A change after this is told to followers, who drop what is stored here.
                guard changesAbove == changes else { return false }
                state.inherited = registration
                return true
            }
            if isCurrent { return registration }
        }
    }

    private func registration(
        wrapping inherited: borrowing Location, of service: ServiceIdentity, in parent: EnvironmentStorage
    ) -> Registration {
        let registration = inherited.registration
        let isMain = inherited.isMain
        let factory: Registration.Factory
        if registration.scope.isKept {
            factory = unsafe .erased(isMain: isMain) { arguments, destination in
                let request = unsafe ServiceRequest(service, isMain: isMain, isRedirected: false, passing: arguments)
                try unsafe parent.resolve(request, into: destination)
            }
        } else {
            let location = Location(copying: inherited)
            factory = unsafe .erased(isMain: isMain) { arguments, destination in
                try unsafe location.run(arguments, into: destination)
            }
        }
        return Registration(
            scope: registration.scope, factory: factory, needs: registration.needs, home: registration.home,
            place: registration.place)
    }

    /// Drops what was made from a parent's registrations.
    func dropInherited(_ service: ServiceIdentity?) {
        let entries = registry.withLock { $0.entries }
        for entry in entries where service == nil || entry.identity == service {
            let garbage = entry.state.withLock { state in
                guard state.inherited != nil else { return Garbage() }
                state.inherited = nil
                return entry.invalidate(&state)
            }
            garbage.destroy()
        }
    }

    private var changesAbove: Int {
        var count = 0
        var ancestor = parent
        while let current = ancestor {
            count += current.followers.changeCount
            ancestor = current.parent
        }
        return count
    }
}

extension Registration.Factory {
    /// A factory that runs another one, whatever that takes.
    fileprivate static func erased(
        isMain: Bool, _ run: @escaping @Sendable (UnsafeRawPointer?, UnsafeMutableRawPointer) throws -> Void
    ) -> Self {
        unsafe isMain ? .mainArguments { try unsafe run($0, $1) } : .arguments { try unsafe run($0, $1) }
    }
}
