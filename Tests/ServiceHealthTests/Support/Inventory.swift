/// What the articles show fallbacks of.
protocol Inventory: Sendable {
    func items() -> [String]
    func add(_ item: String) throws
}
