import NestoryControllers
import NestoryPages

extension InventoryPage {
    /// The page of what was found.
    init(address: PageAddress, _ contents: InventoryContents) {
        self.init(
            address: address, items: contents.items, places: contents.places, summary: contents.summary,
            currencies: contents.currencies, today: contents.today, kept: contents.kept)
    }
}

extension PageAddress {
    /// The address of what was asked for.
    init(_ request: InventoryRequest) {
        self.init { _ in nil }
        query = request.query
        currency = request.currency
    }
}
