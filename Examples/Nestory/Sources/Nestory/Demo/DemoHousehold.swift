import Foundation
import Inventory
import NestoryServices

/// Somebody who uses the program each second: looks at the list, adds something and looks at the total.
struct DemoHousehold {
    /// What the list showed.
    enum Reading {
        case live(Int)
        case lastKnown(Int)
        case nothing
    }

    private let inventory: any InventoryService
    private let summaries: any SummaryService
    private let clock: any WallClock
    /// What was said to be saved.
    private(set) var accepted: Set<UUID> = []
    /// What was refused.
    private(set) var refused: Set<UUID> = []

    init(inventory: any InventoryService, summaries: any SummaryService, clock: any WallClock) {
        self.inventory = inventory
        self.summaries = summaries
        self.clock = clock
    }

    /// Looks at the list.
    func read() async throws(CancellationError) -> Reading {
        let age = AnswerAge()
        do {
            let total = try await AnswerAge.$current.withValue(age) {
                try await inventory.items(ItemQuery(limit: 0)).total
            }
            return age.asOf == nil ? .live(total) : .lastKnown(total)
        } catch let error as CancellationError {
            throw error
        } catch {
            return .nothing
        }
    }

    /// Adds something.
    ///
    /// - Returns: Whether it was saved.
    mutating func add() async throws -> Bool {
        let item = Item(id: UUID(), name: "Thing \(accepted.count + refused.count + 1)", updatedAt: clock.now)
        do {
            try await inventory.add(item)
            accepted.insert(item.id)
            return true
        } catch is InventoryError {
            refused.insert(item.id)
            return false
        }
    }

    /// Looks at the total.
    ///
    /// - Returns: Whether there was one.
    func addUp() async throws -> Bool {
        do {
            _ = try await summaries.summary(in: .euro)
            return true
        } catch is ServiceUnavailableError {
            return false
        }
    }
}
