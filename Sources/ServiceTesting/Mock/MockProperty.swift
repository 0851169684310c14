@_spi(Lock) import Service

/// A settable property of a mock: its value, and how it was used.
///
/// ```swift
/// mock.stub.theme.returns("dark")
/// mock.stub.theme.set("light")
/// #expect(mock.stub.theme.sets == ["light"])
/// ```
public final class MockProperty<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var sets: [Value] = []
        var getCount = 0

        /// Replaces the value, and returns the old one, which must not be released under the lock.
        mutating func replace(with new: Value) -> Value? {
            defer { value = new }
            return value
        }
    }

    private let state = Lock(State())
    private let unscripted: MockScript<Void, Value, Never, @Sendable () -> Void>

    /// Creates a property without a value.
    ///
    /// - Parameters:
    ///   - property: The mock's type and the property, for messages.
    ///   - origin: Where the mock was created.
    public init(_ property: String, _ origin: MockOrigin) {
        unscripted = MockScript(property, origin)
    }

    /// The values that were set, in order.
    public var sets: [Value] { state.withLock { $0.sets } }

    /// The number of times that the property was read.
    public var getCount: Int { state.withLock { $0.getCount } }

    /// Sets the value that the property has until it is set.
    ///
    /// - Parameter value: The value.
    public func returns(_ value: Value) {
        let old = state.withLock { $0.replace(with: value) }
        withExtendedLifetime(old) {}
    }

    /// Reads the property, as the mock does. Without a value it records an issue, as a ``MockMethod`` does.
    ///
    /// - Returns: The value that was set last, by the code under test or by the test.
    public func get() -> Value {
        let value = state.withLock { state in
            state.getCount += 1
            return state.value
        }
        if let value { return value }
        switch unscripted.unscripted() {
        case .success(let nothing): return nothing
        }
    }

    /// Sets the property, as the mock does.
    ///
    /// - Parameter value: The value, which ``sets`` records.
    public func set(_ value: Value) {
        let old = state.withLock { state in
            state.sets.append(value)
            return state.replace(with: value)
        }
        withExtendedLifetime(old) {}
    }
}
