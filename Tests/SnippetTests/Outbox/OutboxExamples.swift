#if Outbox
import ServiceHealth
import ServiceOutbox

// The example of the docstring of `Outbox`.

private struct Change: Codable, Sendable {
    var item: String
}

private protocol Receiver: Sendable {
    func apply(_ change: Change, key: IdempotencyKey) async throws(DeliveryFailure)
}

private enum Keeping {
    static func keep(
        _ change: Change, path: String, inventory: any Receiver, show: (String) -> Void
    ) async throws {
        let outbox = try Outbox<Change>(path: path) { delivery throws(DeliveryFailure) in
            try await inventory.apply(delivery.command, key: delivery.key)
        }
        Task { try await outbox.run(recovering: .inventory) }

        switch try await outbox.perform(change, on: change.item) {
        case .done: show("Saved.")
        case .kept: show("Saved on this device, not yet in the inventory.")
        }
    }
}
#endif
