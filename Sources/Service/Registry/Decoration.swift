/// The decorators of a service at one moment, in the order in which they are applied. Never empty.
///
/// An object, so that a resolution that takes it along counts one reference, and none for nearly every service.
final class Decoration: Sendable {
    let decorators: [Decorator]
    /// Whether one of the decorators belongs to the main actor, and with it the service.
    let isMain: Bool

    /// Returns nil where there are no decorators.
    init?(_ decorators: [Decorator]) {
        guard !decorators.isEmpty else { return nil }
        self.decorators = decorators
        isMain = decorators.contains { $0.factory.isMain }
    }
}
