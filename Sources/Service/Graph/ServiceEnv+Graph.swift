extension ServiceEnv {
    /// The services registered here and in the parents, and what they need as far as that is known.
    ///
    /// Reading it runs no factory. ``validate()`` runs some of them, so afterwards the graph knows more.
    ///
    /// - Complexity: O(n) in the number of services and needs.
    public var graph: ServiceGraph {
        let wiring = storage.wiring
        let nodes = wiring.registrations.map { service, registration in
            ServiceGraph.Node(
                service: wiring.name(of: service), scope: registration.scope, location: "\(registration.location)",
                isChecked: wiring.isChecked(service))
        }
        let edges = wiring.needs.map { need in
            ServiceGraph.Edge(
                from: wiring.name(of: need.from), to: wiring.name(of: need.to),
                isCaptive: wiring.isCaptive(need), isDeferred: need.isDeferred, isOptional: need.isOptional)
        }
        return ServiceGraph(
            nodes: nodes.sorted { $0.service < $1.service }, edges: edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        )
    }
}
