@_spi(Lock) import Service

/// A service without a task, whose instances differ by identity.
class Instance: @unchecked Sendable {  // Safe because it has no state.
    init() {}
}

/// A service that tells when it goes.
final class Mortal: Sendable {
    private let onDeath: @Sendable () -> Void

    init(onDeath: @escaping @Sendable () -> Void) {
        self.onDeath = onDeath
    }

    deinit { onDeath() }
}

/// A value that a factory may set once it is known, such as the environment that holds the factory.
final class Cell<Value: Sendable>: Sendable {
    private let stored: Lock<Value>

    init(_ value: Value) {
        stored = Lock(value)
    }

    var value: Value {
        get { stored.withLock { $0 } }
        set {
            let old = stored.withLock { value in
                defer { value = newValue }
                return value
            }
            _ = old
        }
    }

    @discardableResult
    func increment(by step: Int = 1) -> Int where Value == Int {
        stored.withLock { value in
            value += step
            return value
        }
    }

    func decrement() where Value == Int { increment(by: -1) }
}
