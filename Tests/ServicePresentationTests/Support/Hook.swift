import Observation

/// Runs what a test says, once, where user code is called.
@MainActor final class Hook {
    private var bodies: [@MainActor () -> Void] = []

    func once(_ body: @escaping @MainActor () -> Void) { bodies.append(body) }

    nonisolated func call() {
        MainActor.assumeIsolated {
            if !bodies.isEmpty { bodies.removeFirst()() }
        }
    }
}

/// Runs a body once, as an observer of what is read, the moment that observers are told of a change.
@MainActor func onceChanged<Value>(_ read: () -> Value, do body: @escaping @MainActor () -> Void) {
    let hook = Hook()
    hook.once(body)
    _ = withObservationTracking(read) { hook.call() }
}
