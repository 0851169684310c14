#if Health
/// What the articles and the tests of degradation register.
protocol Inventory: Sendable {
    func items() -> [String]
    func add(_ item: String) throws
}

/// The live service. Its making fails where there is no path.
final class DiskInventory: Inventory {
    let path: String

    init(path: String) throws {
        guard !path.isEmpty else { throw Down() }
        self.path = path
    }

    func items() -> [String] { ["from \(path)"] }

    func add(_ item: String) {}
}
#endif
