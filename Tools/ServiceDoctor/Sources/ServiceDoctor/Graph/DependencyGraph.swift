import Foundation

/// Shows which services a code base registers and which of them need which others, whatever containers they live in.
public struct DependencyGraph: Sendable, Codable, Equatable {
    /// A registered service.
    public struct Node: Sendable, Codable, Hashable {
        /// The service's type, with its name in parentheses where it has one.
        public let service: String
        /// The containers that it is registered with.
        public let containers: [String]
        /// How long it is kept: `singleton`, `transient`, `graph`, `custom`, `weak`, `timed` or `unknown`.
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

    /// A place that the graph leaves out, because the source does not tell what stands there.
    public struct Gap: Sendable, Codable, Hashable {
        /// Where it is, as `path:line`.
        public let location: String
        /// What cannot be read, in one sentence.
        public let reason: String
    }

    /// The services, sorted.
    public let nodes: [Node]
    /// The needs, sorted.
    public let edges: [Edge]
    /// The registrations, requests and needs that could not be read from the source, sorted by place.
    public let gaps: [Gap]
    /// How many places are left out.
    public let unresolved: Int

    init(_ injection: InjectionGraph) {
        var groups: [String: [InjectionFacts.Registration]] = [:]
        let titles = Self.titles(of: injection)
        for registration in injection.registrations where !registration.isSetAside {
            groups[titles[registration.key] ?? Self.title(registration), default: []].append(registration)
        }
        var edges: Set<Edge> = []
        var gaps: Set<PlacedGap> = Set(Self.gaps(of: injection))
        for (title, registrations) in groups {
            for registration in registrations {
                for need in injection.needs(of: registration) {
                    let known = injection.registrations(for: need.key).filter { !$0.isSetAside }
                    guard let first = known.first else {
                        let wanted = need.key.service.isEmpty ? need.key.name ?? "" : need.key.service
                        gaps.insert(
                            PlacedGap(
                                place: registration.place,
                                reason: "'\(title)' needs '\(wanted)', which is registered nowhere that can be read."))
                        continue
                    }
                    let target = titles[need.key] ?? titles[first.key] ?? Self.title(first)
                    if target != title || need.isEager {
                        edges.insert(Edge(from: title, to: target, isLazy: !need.isEager))
                    }
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
        self.gaps = gaps.sorted { ($0.place, $0.reason) < ($1.place, $1.reason) }.map {
            Gap(location: "\($0.place.file):\($0.place.line)", reason: $0.reason)
        }
        unresolved = gaps.count
    }

    private struct PlacedGap: Hashable {
        let place: Place
        let reason: String
    }

    private static func gaps(of injection: InjectionGraph) -> [PlacedGap] {
        injection.unresolved.filter { !$0.isWrapper }.map { item in
            PlacedGap(place: item.place, reason: item.text)
        }
            + injection.unreadContainers.map { container in
                let files = container.files == 1 ? "one file imports it" : "\(container.files) files import it"
                return PlacedGap(place: container.place, reason: "\(container.name) is not read; \(files).")
            }
            + injection.registrations.filter { $0.isPromise && !$0.isSetAside }.map {
                PlacedGap(
                    place: $0.place,
                    reason:
                        "'\($0.key.service)' is only promised; what it is made of is registered nowhere that can be read."
                )
            }
    }

    /// Two factories of one type in containers of Factory are two services, told apart by their names.
    private static func titles(of injection: InjectionGraph) -> [InjectionFacts.Key: String] {
        var names: [String: Set<String>] = [:]
        let registrations = injection.registrations.filter { !$0.isSetAside }
        for registration in registrations where registration.framework == .factory {
            names[registration.key.service, default: []].insert(registration.key.name ?? "")
        }
        return registrations.reduce(into: [:]) { titles, registration in
            let isAmbiguous = registration.framework == .factory && (names[registration.key.service]?.count ?? 0) > 1
            titles[registration.key] =
                isAmbiguous ? "\(registration.key.service)(\(registration.key.name ?? ""))" : title(registration)
        }
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
        lines += gaps.map { "  \($0.location): \($0.reason)" }
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
