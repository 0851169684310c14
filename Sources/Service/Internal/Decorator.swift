/// Replaces a freshly made instance, in place, by one that wraps it.
final class Decorator: Sendable {
    let apply: Registration.Factory
    /// The environment that the decorator was added in.
    let home: EnvironmentIdentity

    init(_ apply: Registration.Factory, home: EnvironmentIdentity) {
        self.apply = apply
        self.home = home
    }
}
