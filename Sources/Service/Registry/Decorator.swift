/// Replaces a new instance by one that wraps it.
final class Decorator: Sendable {
    let factory: SyncFactory
    /// The environment that the decorator was added to.
    let owner: EnvironmentIdentity
    /// What it needs itself.
    let observed = ObservedNeeds()

    init(_ factory: SyncFactory, owner: EnvironmentIdentity) {
        self.factory = factory
        self.owner = owner
    }
}

extension [Decorator] {
    /// What the decorators of a service were seen to need.
    func needs(of service: ServiceIdentity) -> [Dependency] {
        reduce([]) { $0.adding($1.observed.dependencies(of: service)) }
    }
}
