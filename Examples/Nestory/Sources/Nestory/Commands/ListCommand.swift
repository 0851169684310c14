import ArgumentParser
import Inventory
import Service

/// `nestory list`.
struct ListCommand: NestoryWork {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Shows items, by name.")

    @Option(name: .long, help: ArgumentHelp("Words that must all occur, in any field.", valueName: "text"))
    var query = ""

    @Option(name: .long, help: "Only this category.")
    var category: String?

    @Option(name: .long, help: "Only this room.")
    var room: String?

    @Flag(name: .long, help: "Write JSON, as GET /api/items does.")
    var json = false

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var outbox: OutboxOptions

    func work() async throws {
        try options.requireFile()
        let items = try await withItems(of: options) { env in
            try await all(try env.resolve((any InventoryService).self))
        }
        _ = await outbox.kept(options)
        if json {
            let value: JSONValue = [
                "items": .array(items.map { JSONValue($0) }), "total": .number(items.count),
            ]
            try Console.output(value.bytes + Array("\n".utf8))
        } else if items.isEmpty {
            Console.say("No item matches.")
        } else {
            try Console.output(Array(ItemTable(items).text.utf8))
        }
    }

    private func all(_ inventory: any InventoryService) async throws -> [Item] {
        var query = ItemQuery(text: query, category: category, room: room, limit: ItemQuery.highestLimit)
        var items: [Item] = []
        while true {
            let page = try await inventory.items(query)
            items += page.items
            guard page.items.count == query.limit else { return items }
            query.offset += query.limit
        }
    }
}
