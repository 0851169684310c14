#if Outbox
@_spi(Lock) import Service
import ServiceOutbox
import ServiceTesting

/// A receiver that records what it is sent, and answers as a test says.
final class Receiver: Sendable {
    private let failures = Lock<[DeliveryFailure?]>([])
    private let down = Lock<DeliveryFailure?>(nil)
    let deliveries = Recorder<OutboxDelivery<Change>>()

    /// - Parameter isDown: What it answers until told otherwise; nil if it accepts.
    init(_ isDown: DeliveryFailure? = nil) { down.withLock { $0 = isDown } }

    var texts: [String] { deliveries.elements.map(\.command.text) }

    /// Answers all that follows with this.
    func answer(_ failure: DeliveryFailure?) { down.withLock { $0 = failure } }

    /// Answers the next deliveries with these, and then as before.
    func answerNext(_ failures: DeliveryFailure?...) { self.failures.withLock { $0 += failures } }

    @Sendable func receive(_ delivery: OutboxDelivery<Change>) async throws(DeliveryFailure) {
        let failure = failures.withLock { $0.isEmpty ? nil : Optional($0.removeFirst()) } ?? down.withLock { $0 }
        deliveries.record(delivery)
        if let failure { throw failure }
    }
}
#endif
