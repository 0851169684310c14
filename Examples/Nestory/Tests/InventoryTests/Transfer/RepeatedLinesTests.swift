import Inventory
import Testing

import struct Foundation.UUID

@Suite struct RepeatedLinesTests {
    private static let id = "7d444840-9dc0-11d1-b245-5ffdce74fad2"

    private struct Everything: InventoryService {
        struct Inserter: ItemInserter {
            func insert(_ item: Item, hasOwnID: Bool, of batch: UUID?) throws -> Bool { true }
            func known(_ item: Item, hasOwnID: Bool) throws -> Item? { nil }
            func replace(_ item: Item) throws {}
        }
        func transaction<Result: Codable & Sendable>(
            as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
        ) throws -> Result { try body(Inserter()).result }
        func items(_ query: ItemQuery) throws -> ItemPage { throw InventoryError.busy }
        func item(_ id: UUID) throws -> Item? { throw InventoryError.busy }
        func apply(_ change: ItemChange) throws -> Item? { throw InventoryError.busy }
        func places() throws -> ItemPlaces { throw InventoryError.busy }
        func sums() throws -> [ItemSum] { throw InventoryError.busy }
        func batches(of count: Int) throws -> AsyncThrowingStream<[Item], any Error> { throw InventoryError.busy }
        func close() {}
    }

    private static func report(_ csv: String) async throws -> ImportReport {
        try await CSVImports(inventory: Everything(), clock: SystemClock()).importCSV(
            from: BytesInMemory(Array(csv.utf8)), options: ImportOptions()
        ) { _ in }
    }

    @Test func `two lines with one id and different content are an error that names both`() async throws {
        let report = try await Self.report("name,id\nLamp,\(Self.id)\nOther,\nChair,\(Self.id)\n")
        #expect(report.isRefused && report.problems.count == 1)
        let problem = try #require(report.problems.first)
        #expect(problem.line == 4 && problem.column == "id" && problem.columnNumber == 2)
        #expect(problem.message.contains("2") && problem.message.contains("4"))
        #expect(report.valid == 2 && report.invalid == 1)
    }

    @Test func `the same line twice is no error`() async throws {
        let report = try await Self.report("name,id\nLamp,\(Self.id)\nLamp,\(Self.id)\n")
        #expect(!report.isRefused && report.problems.isEmpty)
    }

    @Test func `where no line is right there is nothing to import without the others`() async throws {
        #expect(try await Self.report("name,quantity\nLamp,x\n").valid == 0)
        #expect(try await Self.report("name,quantity\nLamp,x\nLamp,1\n").valid == 1)
    }
}
