/// The containers whose registrations are read.
enum Framework: String, Sendable, Codable, CaseIterable {
    case service = "Service"
    case swinject = "Swinject"
    case factory = "Factory"
    case dependencies = "Dependencies"

    /// Containers that people use and the doctor cannot read, by the modules that their users import.
    static let unread: [String: String] = [
        "NeedleFoundation": "Needle", "Knit": "Knit", "Resolver": "Resolver", "Dip": "Dip", "Cleanse": "Cleanse",
        "DITranquillity": "DITranquillity", "Typhoon": "Typhoon", "WhoopDIKit": "WhoopDI", "Pilgrim": "Pilgrim",
    ]
}

/// How long a container keeps what it made.
enum ServiceScope: String, Sendable, Codable {
    case singleton, transient, graph, custom, unknown
    /// As long as somebody else keeps it.
    case weak
    /// For some time.
    case timed

    /// Ends before a singleton does.
    var isShort: Bool { self == .transient || self == .graph || self == .custom || self == .timed }
}
