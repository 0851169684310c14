extension ServiceEnv {
    /// The services registered here and in the parents, and what they need as far as that is known.
    ///
    /// Nothing is run for it. ``validate()`` runs what it may, so after it the graph knows more.
    ///
    /// - Complexity: O(n) in the number of services and needs.
    public var graph: ServiceGraph {
        let wiring = storage.wiring
        let nodes = wiring.registrations.map { service, registration in
            ServiceGraph.Node(
                service: storage.name(of: service), scope: registration.scope, location: "\(registration.location)",
                isChecked: registration.isChecked)
        }
        let edges = wiring.needs.map { need in
            ServiceGraph.Edge(
                from: storage.name(of: need.from), to: storage.name(of: need.to),
                isCaptive: wiring.isCaptive(need), isDeferred: need.kind == .deferred)
        }
        return ServiceGraph(
            nodes: nodes.sorted { $0.service < $1.service }, edges: edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        )
    }

    /// Describes one service: where it was registered, what it needs, who needs it, and what is named like it.
    ///
    /// - Parameters:
    ///   - type: The service, registered or not.
    ///   - name: The name it is registered with, if any.
    /// - Returns: A text of several lines for developers.
    public func explain<S>(_ type: S.Type, name: ServiceName? = nil) -> String {
        storage.explain(ServiceIdentity(type, name: name))
    }
}

extension EnvironmentStorage {
    func explain(_ service: ServiceIdentity) -> String {
        let wiring = self.wiring
        var lines: [String] = []
        if let registration = wiring.registrations[service] {
            let kind =
                registration.isMain ? ", on the main actor" : registration.isAsync ? ", created asynchronously" : ""
            lines.append(
                "'\(name(of: service))' is registered at \(registration.location), \(registration.scope)\(kind).")
            let needs = wiring.needs.filter { $0.from == service }.map { name(of: $0.to) }.sorted()
            let unknown = registration.isChecked ? "nothing" : "not known: it was not created yet and declares nothing"
            lines.append("Needs: \(needs.isEmpty ? unknown : needs.joined(separator: ", "))")
        } else {
            lines.append("'\(name(of: service))' is not registered in '\(name)'.")
        }
        let users = wiring.needs.filter { $0.to == service }.map { name(of: $0.from) }.sorted()
        lines.append("Used by: \(users.isEmpty ? "nothing that is known" : users.joined(separator: ", "))")
        let similar = similarServices(to: service).filter { $0 != name(of: service) }
        if !similar.isEmpty { lines.append("Similar names: \(similar.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }
}
