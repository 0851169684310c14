import Service

/// A service that is told apart by where it was registered.
protocol Origin: Sendable {
    var name: String { get }
}

final class NamedOrigin: Origin {
    let name: String
    init(_ name: String) { self.name = name }
}

/// A second service, which needs the first.
struct Dependant: Sendable {
    let origin: any Origin
}
