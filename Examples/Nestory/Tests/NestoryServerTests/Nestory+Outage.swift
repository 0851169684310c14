import HTTPTypes
import Inventory
import NestoryServices
import Service
import Testing

extension Nestory {
    /// Begins or ends an outage of the inventory. Faults must be allowed.
    func setOutage(_ isDown: Bool) async throws {
        let faults = isDown ? #"{"faults": [{"error": 1.0}]}"# : #"{"faults": []}"#
        let answer = try await send(.put, "/api/chaos/inventory", Array(faults.utf8), type: "application/json")
        #expect(answer.status == 200)
    }

    /// Delivers until what is kept is as a test expects it.
    func deliver(until isDone: @escaping @Sendable (KeptChanges) -> Bool) async throws {
        let outbox = try env.resolve(OutboxChanges.self)
        let (notes, note) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let running = Task { await outbox.run { note.yield() } }
        for await _ in notes where isDone(try await outbox.kept()) { break }
        running.cancel()
        await running.value
    }
}
