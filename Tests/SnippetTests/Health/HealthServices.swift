#if Health
import ServiceHealth

extension ServiceID {
    static let search: Self = "search"
}

/// What a service throws in the articles about health.
struct Down: Error, Equatable {
    var number = 0
}

/// What the articles show fallbacks of.
protocol Inventory: Sendable {
    func items() -> [String]
    func add(_ item: String) throws
}

extension Inventory {
    /// Writes what is not written yet: nothing here.
    func flush() {}
}

/// Where the live inventory is.
struct Disk: Sendable {
    let path: String
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
