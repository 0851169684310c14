/// The services of an environment and what they need, as far as that is declared or was observed.
///
/// Edges are declared by `needs:`, and observed when a factory runs for the first time: what it resolves, and what the
/// injected properties of the instance will resolve. Decorators are observed as well, each when it runs for the first time. A
/// service that declares nothing and was not created yet is marked unchecked: it may need more than the graph shows.
public struct ServiceGraph: Sendable, Codable, Equatable {
    /// A registered service.
    public struct Node: Sendable, Codable, Equatable {
        /// The service, by the shortest name that tells it from others.
        public var service: String
        /// How long its instances are cached.
        public var scope: ServiceScope
        /// Where it was registered: `Module/File.swift:12`.
        public var location: String
        /// Whether what it needs is known, because it was declared or because the service was created.
        public var isChecked: Bool

        /// Creates a node.
        ///
        /// - Parameters:
        ///   - service: The service, by the shortest name that tells it from others.
        ///   - scope: How long its instances are cached.
        ///   - location: Where it was registered: `Module/File.swift:12`.
        ///   - isChecked: Whether what it needs is known; true by default.
        public init(service: String, scope: ServiceScope, location: String, isChecked: Bool = true) {
            self.service = service
            self.scope = scope
            self.location = location
            self.isChecked = isChecked
        }
    }

    /// One service's need of another.
    public struct Edge: Sendable, Codable, Hashable {
        /// The service that needs the other.
        public var from: String
        /// The service that is needed. It has no node if nobody registered it.
        public var to: String
        /// Whether a singleton holds a service with a shorter lifetime.
        public var isCaptive: Bool
        /// Whether the other service is resolved only when an injected property is read, so that it closes no cycle.
        public var isDeferred: Bool
        /// Whether the service can do without the other.
        public var isOptional: Bool

        /// Creates an edge.
        ///
        /// - Parameters:
        ///   - from: The service that needs the other.
        ///   - to: The service that is needed.
        ///   - isCaptive: Whether a singleton holds a service with a shorter lifetime.
        ///   - isDeferred: Whether the other service is resolved only when an injected property is read.
        ///   - isOptional: Whether the service can do without the other.
        public init(
            from: String, to: String, isCaptive: Bool = false, isDeferred: Bool = false, isOptional: Bool = false
        ) {
            self.from = from
            self.to = to
            self.isCaptive = isCaptive
            self.isDeferred = isDeferred
            self.isOptional = isOptional
        }

        /// Reads an edge. One that was written before there were optional needs is not optional.
        ///
        /// - Parameter decoder: Has the edge as this type writes it.
        /// - Throws: `DecodingError` if anything else is missing, or is of another type.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            from = try values.decode(String.self, forKey: .from)
            to = try values.decode(String.self, forKey: .to)
            isCaptive = try values.decode(Bool.self, forKey: .isCaptive)
            isDeferred = try values.decode(Bool.self, forKey: .isDeferred)
            isOptional = try values.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false
        }
    }

    /// The registered services, sorted by name.
    public var nodes: [Node]
    /// What they need, sorted by both names.
    public var edges: [Edge]

    /// Creates a graph.
    ///
    /// - Parameters:
    ///   - nodes: The registered services, sorted by name.
    ///   - edges: What they need, sorted by both names.
    public init(nodes: [Node], edges: [Edge]) {
        self.nodes = nodes
        self.edges = edges
    }

    /// The services that are needed but not registered, sorted by name.
    public var missing: [String] {
        Set(edges.filter { !$0.isOptional }.map(\.to)).subtracting(nodes.map(\.service)).sorted()
    }

    /// The services that are not registered and only needed where they may be missing, sorted by name.
    public var absent: [String] {
        Set(edges.map(\.to)).subtracting(nodes.map(\.service)).subtracting(missing).sorted()
    }
}
