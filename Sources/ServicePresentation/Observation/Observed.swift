internal import Observation

/// A value of an observable object that observers are told of once it is written.
///
/// A property of an `@Observable` class tells them before it is, so what they do the moment they are told is overwritten.
@MainActor final class Observed<Value>: nonisolated Observable {
    private let registrar = ObservationRegistrar()
    private var stored: Value
    /// Whether two values are equal, of which observers are not told.
    private let areEqual: (Value, Value) -> Bool

    init(_ value: Value) {
        stored = value
        areEqual = { _, _ in false }
    }

    init(_ value: Value) where Value: Equatable {
        stored = value
        areEqual = { $0 == $1 }
    }

    /// The value, as observers see it.
    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            return stored
        }
        set {
            // Released last: what the old value owned may use the object.
            let old = stored
            stored = newValue
            withExtendedLifetime(old) {
                guard !areEqual(old, newValue) else { return }
                ObservedChanges.announce { [self] in registrar.withMutation(of: self, keyPath: \.value) {} }
            }
        }
    }
}

/// Changes that observers learn of together, when all of them are written.
@MainActor enum ObservedChanges {
    /// What tells observers, while changes are made together.
    private static var announcements: [@MainActor () -> Void]?

    /// Makes several changes, and then tells the observers of all of them.
    static func together<Result>(_ body: () -> Result) -> Result {
        guard announcements == nil else { return body() }
        announcements = []
        let result = body()
        let made = announcements ?? []
        announcements = nil
        for announce in made { announce() }
        return result
    }

    fileprivate static func announce(_ announce: @escaping @MainActor () -> Void) {
        if announcements == nil { announce() } else { announcements?.append(announce) }
    }
}
