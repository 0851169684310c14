/// Replaces a freshly made instance, in place, by one that wraps it.
final class Decorator: Sendable {
    let apply: Registration.Factory

    init(_ apply: Registration.Factory) {
        self.apply = apply
    }
}
