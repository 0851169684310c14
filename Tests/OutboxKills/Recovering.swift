#if Outbox
import ServiceOutbox
import Synchronization

/// A receiver that is down, and asks to be left alone, until it is told to recover.
final class Recovering: Sendable {
    private let isUp = Atomic(false)

    func recover() { isUp.store(true, ordering: .releasing) }

    func receive() throws(DeliveryFailure) {
        guard isUp.load(ordering: .acquiring) else { throw .unavailable("down", retryAfter: .seconds(300)) }
    }
}
#endif
