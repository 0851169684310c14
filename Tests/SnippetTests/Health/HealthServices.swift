/// What a service throws in the articles about health.
struct Down: Error, Equatable {
    var number = 0
}

/// What the articles show fallbacks of.
protocol Inventory: Sendable {
    func items() -> [String]
    func add(_ item: String) throws
}
