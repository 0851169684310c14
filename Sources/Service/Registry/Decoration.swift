/// The decorators of a service at one moment, in the order in which they are applied. Never empty.
///
/// An object, so that a resolution that takes it along counts one reference, and none for nearly every service.
final class Decoration: Sendable {
    let decorators: [Decorator]
    /// Whether one of the decorators belongs to the main actor, and with it the service.
    let isMain: Bool

    private init(_ decorators: [Decorator]) {
        self.decorators = decorators
        isMain = decorators.contains { $0.factory.isMain }
    }

    /// Several decorators; nil where there are none. No initialiser, as one that fails has allocated the object before.
    static func of(_ decorators: [Decorator]) -> Decoration? {
        decorators.isEmpty ? nil : Decoration(decorators)
    }
}
