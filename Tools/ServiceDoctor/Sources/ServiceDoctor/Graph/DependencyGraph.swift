import Foundation

/// Shows which services a code base registers and which of them need which others, whatever containers they live in.
public struct DependencyGraph: Sendable, Codable, Equatable {
    /// A registered service.
    public struct Node: Sendable, Codable, Hashable {
        /// The service's type, with its name in parentheses where it has one.
        public let service: String
        /// The containers that it is registered with.
        public let containers: [String]
        /// How long it is kept: `singleton`, `transient`, `graph`, `custom` or `unknown`.
        public let scope: String
        /// Where it is registered, as `path:line`.
        public let location: String
    }

    /// A need of one service for another.
    public struct Edge: Sendable, Codable, Hashable {
        /// The service that needs.
        public let from: String
        /// The service that is needed.
        public let to: String
        /// Asked for later, through a wrapper or a provider, rather than while the service is made.
        public let isLazy: Bool
    }

    /// The services, sorted.
    public let nodes: [Node]
    /// The needs, sorted.
    public let edges: [Edge]
    /// How many registrations, requests and needs could not be read from the source and are left out.
    public let unresolved: Int

    init(_ injection: InjectionGraph) {
        var groups: [String: [InjectionFacts.Registration]] = [:]
        for registration in injection.registrations where !registration.isSetAside {
            groups[Self.title(registration), default: []].append(registration)
        }
        var titles: [InjectionFacts.Key: String] = [:]
        for (title, registrations) in groups {
            for registration in registrations { titles[registration.key] = title }
        }
        var unread = injection.unresolved.count { !$0.isWrapper }
        var edges: Set<Edge> = []
        for (title, registrations) in groups {
            for need in registrations.flatMap({ injection.needs(of: $0) }) {
                let known = injection.registrations(for: need.key, anyName: need.framework == .factory).filter {
                    !$0.isSetAside
                }
                guard let target = known.first.map({ titles[need.key] ?? Self.title($0) }) else {
                    unread += 1
                    continue
                }
                if target != title || need.isEager {
                    edges.insert(Edge(from: title, to: target, isLazy: !need.isEager))
                }
            }
        }
        // A need that is both at once and later is drawn once, as the stronger.
        self.edges = edges.filter { !$0.isLazy || !edges.contains(Edge(from: $0.from, to: $0.to, isLazy: false)) }
            .sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        nodes = groups.map { title, registrations in
            let sorted = registrations.sorted { $0.place < $1.place }
            let scopes = Set(sorted.map(\.scope.rawValue))
            return Node(
                service: title, containers: Set(sorted.map(\.framework.rawValue)).sorted(),
                scope: scopes.count == 1 ? scopes.first ?? "unknown" : "unknown",
                location: sorted.first.map { "\($0.place.file):\($0.place.line)" } ?? "")
        }.sorted { $0.service < $1.service }
        unresolved = unread
    }

    private static func title(_ registration: InjectionFacts.Registration) -> String {
        guard let name = registration.key.name, registration.framework != .factory else {
            return registration.key.service
        }
        return "\(registration.key.service)(\(name))"
    }

    /// The graph as lines for people.
    public var text: String {
        var lines: [String] = []
        for node in nodes {
            lines.append(
                "\(node.service)  \(node.scope), \(node.containers.joined(separator: " and ")), \(node.location)")
            for edge in edges where edge.from == node.service {
                lines.append("  \(edge.isLazy ? "⇢" : "→") \(edge.to)")
            }
        }
        lines.append(
            "\(nodes.count) services, \(edges.count) needs, \(unresolved) places left out that the source does not tell"
        )
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph for Mermaid, as GitHub draws it.
    public var mermaid: String {
        let ids = identifiers
        var lines = ["flowchart LR"]
        lines += nodes.map { "    \(ids[$0.service] ?? "?")[\"\(Self.escapedForMermaid($0.service))\"]" }
        lines += edges.map { "    \(ids[$0.from] ?? "?") \($0.isLazy ? "-.->" : "-->") \(ids[$0.to] ?? "?")" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph for Graphviz.
    public var dot: String {
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        var lines = ["digraph services {", "    rankdir=LR;", "    node [shape=box];"]
        lines += nodes.map { "    \(quoted($0.service)) [tooltip=\(quoted("\($0.scope), \($0.location)"))];" }
        lines += edges.map { "    \(quoted($0.from)) -> \(quoted($0.to))\($0.isLazy ? " [style=dashed]" : "");" }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The graph as JSON.
    /// - Throws: An `EncodingError`; no graph is known to cause one.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    private var identifiers: [String: String] {
        Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1.service, "s\($0)") })
    }

    private static func escapedForMermaid(_ text: String) -> String {
        text.replacing("\"", with: "#quot;").replacing("<", with: "#lt;").replacing(">", with: "#gt;")
    }
}
