import Synchronization

/// A stretch of time in which something else stands in for a service.
///
/// What is made from a stand-in, at however many removes, is provisional with it: it is shared as usual, but kept by no
/// wrapper, and made anew once the period is over.
package final class ProvisionalPeriod: Sendable {
    private let over = Atomic<Bool>(false)
    private let isDue: @Sendable () -> Bool

    /// Begins a period.
    ///
    /// - Parameter isDue: Whether it is time to try the service itself, and nobody does.
    package init(isDue: @escaping @Sendable () -> Bool) {
        self.isDue = isDue
    }

    /// Whether what stands on this should be made anew, by one of those who ask.
    var isRenewalDue: Bool { isDue() }

    /// Whether the service itself answers again.
    package var isOver: Bool { over.load(ordering: .acquiring) }

    /// Ends the period, once and for all.
    package func end() { over.store(true, ordering: .releasing) }
}

/// The periods that an instance stands on: none for nearly every one.
typealias Provisos = [ProvisionalPeriod]
