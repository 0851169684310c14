#if Lifecycle
// Only this module's `Service` is in sight here: a protocol that inherits from what a module selector or an alias
// names crashes Swift 6.3.
import ServiceLifecycle
import ServiceTesting

/// What happened, in order.
typealias Journal = Recorder<String>

/// Runs until it is told to stop, or to fail, and notes when.
protocol Worker: Service {
    var name: String { get }
    var journal: Journal { get }
    /// What it does between its start and its end.
    var work: @Sendable () async throws -> Void { get }
}
#endif
