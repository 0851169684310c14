/// The containers whose registrations are read.
enum Framework: String, Sendable, Codable, CaseIterable {
    case service = "Service"
    case swinject = "Swinject"
    case factory = "Factory"
    case dependencies = "Dependencies"
}

/// How long a container keeps what it made.
enum ServiceScope: String, Sendable, Codable {
    case singleton, transient, graph, custom, unknown

    /// Ends before a singleton does.
    var isShort: Bool { self == .transient || self == .graph || self == .custom }
}
