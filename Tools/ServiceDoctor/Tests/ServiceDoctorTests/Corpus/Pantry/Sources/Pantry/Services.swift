import Foundation
import Logging
import Service
import ServiceHealth

protocol ShelfRepository: Sendable { // finds: missing_mock
    func items() async throws -> [Item]
    func save(_ item: Item) async throws
}

protocol PriceService: Sendable {
    func price(of item: Item) async throws -> Decimal
}

protocol RecipeService: Sendable {
    func recipes(for items: [Item]) async -> [Recipe]
}

protocol ReportService: Sendable {
    func report() async throws -> Report
}

struct WallClock: Sendable {}
struct Reminder: Sendable { init(clock: WallClock) throws {} }

actor SQLShelfRepository: ShelfRepository {
    private let database: Database
    private let logger = Logger(label: "shelf")

    init(database: Database) { self.database = database }

    func items() async throws -> [Item] {
        try await database.read("select * from item").map(Item.init)
    }

    func save(_ item: Item) async throws {
        do {
            try await database.write("insert into item values (?)", item.name)
        } catch DatabaseError.constraint {
            // Saved already.
        } catch {
            logger.error("Not saved: \(error)")
            throw error
        }
    }

    func count() -> Int {
        let row = database.cache.first!.value as! Int // finds: force_unwrap force_unwrap
        return row
    }
}

final class LivePriceService: PriceService {
    private let endpoint = URL(string: "https://prices.example.org/v1")!

    func price(of item: Item) async throws -> Decimal {
        let url = URL(string: "https://prices.example.org/\(item.name)")! // finds: force_unwrap
        let (data, _) = try await URLSession.shared.data(from: url)
        print("price", data.count) // finds: print_logging
        return try JSONDecoder().decode(Decimal.self, from: data)
    }
}

final class CachedPriceService: PriceService {
    func price(of item: Item) async throws -> Decimal { 1 }

    func warm() async {
        do {
            try await load()
        } catch { // finds: health_not_recorded
            Logger.service.error("Not warmed: \(error)")
        }
    }

    func refresh() async {
        do {
            try await load()
        } catch {
            ServiceHealthManager.shared.recordFailure(for: .prices, error: error)
        }
    }

    func reload() async {
        do { try await load() } catch { note(error) }
    }

    private func note(_ error: any Error) {
        ServiceHealthManager.shared.recordFailure(for: .prices, error: error)
    }

    private func load() async throws {}
}

final class FixedPriceService: PriceService {
    func price(of item: Item) async throws -> Decimal { 2 }
}

struct RemoteRecipeService: RecipeService {
    let session: HTTPSession

    func recipes(for items: [Item]) async -> [Recipe] {
        do {
            return try await session.get("recipes", items)
        } catch { // finds: health_not_recorded
            return []
        }
    }
}

struct DemoRecipeService: RecipeService {
    func recipes(for items: [Item]) async -> [Recipe] { Recipe.samples }
}

struct MockReportService: ReportService {
    func report() async throws -> Report { Report() }
}

final class FailingPriceService: PriceService {
    func price(of item: Item) async throws -> Decimal { throw PriceError.offline }
}
