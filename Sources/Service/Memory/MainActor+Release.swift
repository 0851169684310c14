private import CServiceThread

extension MainActor {
    /// Releases a value on the main actor: immediately if that is where this runs, and otherwise soon.
    ///
    /// - Parameter value: The only reference to it that the caller has; nil afterwards.
    static func release<Value>(_ value: inout Value?) {
        if service_is_on_main_actor() != 0 {
            value = nil
        } else {
            // Taken out first: the caller must not be the one that drops the last reference.
            let delivery = Delivery(value.take())
            Task.detached { @MainActor in delivery.release() }
        }
    }

    /// A value on its way to the main actor.
    ///
    /// Safe because only the main actor uses the value once this exists.
    private final class Delivery<Value>: @unchecked Sendable {
        private var value: Value?

        init(_ value: consuming Value?) {
            self.value = value
        }

        @MainActor
        func release() {
            value = nil
        }
    }
}
