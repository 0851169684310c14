/// Finds cycles in a graph.
enum Cycles {
    /// Returns one shortest cycle through the first node of every group of nodes that reach each other, each beginning
    /// with that node, sorted.
    /// - Parameters:
    ///   - edges: What every node leads to.
    ///   - order: What nodes are sorted by, so that the result is the same on every run.
    /// - Complexity: O(*n* + *e*) in nodes and edges where there is no cycle, O(*n* · (*n* + *e*)) in those between cycles.
    static func find<Node: Hashable>(in edges: [Node: [Node]], order: (Node) -> String) -> [[Node]] {
        let edges = withoutDeadEnds(edges)
        var cycles: [[Node]] = []
        var covered: Set<Node> = []
        for node in edges.keys.sorted(by: { order($0) < order($1) }) where !covered.contains(node) {
            guard let cycle = shortest(from: node, in: edges, order: order) else { continue }
            // Everything that reaches the node and is reached by it belongs to the same knot.
            covered.formUnion(cycle)
            cycles.append(cycle)
        }
        return cycles
    }

    /// Leaves out, again and again, what leads to nothing: no cycle goes through it.
    private static func withoutDeadEnds<Node: Hashable>(_ edges: [Node: [Node]]) -> [Node: [Node]] {
        var left = edges
        var open = edges.mapValues(\.count)
        var origins: [Node: [Node]] = [:]
        for (node, targets) in edges {
            for target in targets { origins[target, default: []].append(node) }
        }
        var ends = Set(origins.keys).union(edges.keys).filter { edges[$0]?.isEmpty ?? true }
        while let end = ends.popFirst() {
            left[end] = nil
            for origin in origins[end] ?? [] {
                let rest = (open[origin] ?? 0) - 1
                open[origin] = rest
                if rest == 0 { ends.insert(origin) }
            }
        }
        return left
    }

    private static func shortest<Node: Hashable>(
        from start: Node, in edges: [Node: [Node]], order: (Node) -> String
    ) -> [Node]? {
        var previous: [Node: Node] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for target in (edges[node] ?? []).sorted(by: { order($0) < order($1) }) {
                if target == start {
                    var path = [node]
                    while let before = previous[path[path.count - 1]] { path.append(before) }
                    return path.reversed()
                }
                guard target != start, previous[target] == nil else { continue }
                previous[target] = node
                queue.append(target)
            }
        }
        return nil
    }
}
