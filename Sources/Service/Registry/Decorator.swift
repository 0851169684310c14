/// Replaces a new instance by one that wraps it.
final class Decorator: Sendable {
    let factory: SyncFactory
    /// The environment that the decorator was added to.
    let owner: EnvironmentIdentity

    init(_ factory: SyncFactory, owner: EnvironmentIdentity) {
        self.factory = factory
        self.owner = owner
    }
}
