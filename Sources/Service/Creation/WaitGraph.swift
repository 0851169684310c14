/// The resolvers that wait for creations, in all environments.
///
/// A resolver enters the graph before it waits. If the creation it wants waits, directly or through others, for the resolver
/// itself, none of them could ever continue: the resolver that would close the cycle gets the error instead of waiting. As
/// every edge enters under one lock, exactly one edge of any cycle comes last, and is found.
enum WaitGraph {
    /// One resolver that waits for one creation, and those around it.
    final class Wait: Sendable {
        /// The one that waits, and outwards those that it is part of. Once its own creation has ended, it is part of theirs.
        let resolvers: [Resolver]
        let creation: Creation
        /// What the resolver is creating, from the outermost service to the one that needs the instance.
        let path: [ServiceIdentity]
        /// The cycle as this resolver's caller should see it, once another resolver closed one.
        fileprivate let cycle = Lock<Cycle?>(nil)

        fileprivate init(_ resolvers: [Resolver], for creation: Creation, path: [ServiceIdentity]) {
            self.resolvers = resolvers
            self.creation = creation
            self.path = path
        }

        /// The services from the one that others wait for down to the one that needs this wait's instance.
        fileprivate func path(from service: ServiceIdentity) -> ArraySlice<ServiceIdentity> {
            path[(path.lastIndex(of: service) ?? path.startIndex)...]
        }
    }

    private static let waits = Lock<[ObjectIdentifier: Wait]>([:])

    /// Thrown where waiting would never end.
    struct Cycle: Error {
        /// From the outermost service of the caller to the repeated one.
        let chain: [ServiceIdentity]
        /// The same for every resolver in it.
        let all: [[ServiceIdentity]]
    }

    /// Records that a resolver waits for a creation, unless that waits for the resolver.
    ///
    /// - Parameters:
    ///   - resolvers: The resolver that waits, and outwards those that it is part of.
    ///   - creation: What it waits for.
    ///   - path: What the resolver is creating, from the outermost service inwards.
    /// - Returns: The wait, to be ended by ``leave(_:)``.
    /// - Throws: The cycle that waiting would close.
    static func enter(
        _ resolvers: [Resolver], for creation: Creation, path: [ServiceIdentity]
    ) throws(Cycle) -> Wait {
        let wait = Wait(resolvers, for: creation, path: path)
        try waits.withLock { waits throws(Cycle) in
            if let others = findPath(from: creation, to: resolvers, in: waits) {
                throw close([wait] + others)
            }
            waits[ObjectIdentifier(wait)] = wait
        }
        return wait
    }

    /// Records that a resolver waits no longer.
    ///
    /// - Returns: The cycle that another resolver closed meanwhile, if one did, as it looks from this one.
    static func leave(_ wait: Wait) -> Cycle? {
        waits.withLock { waits in
            waits[ObjectIdentifier(wait)] = nil
            return wait.cycle.withLock { $0 }
        }
    }

    /// The waits that lead from a creation to one of some resolvers; nil if none do.
    private static func findPath(
        from creation: Creation, to resolvers: [Resolver], in waits: [ObjectIdentifier: Wait]
    ) -> [Wait]? {
        var visited: Set<ObjectIdentifier> = []
        func search(_ creation: Creation) -> [Wait]? {
            // A finished creation lets its waiters continue, even if they did not wake up yet.
            if creation.isFinished { return nil }
            if resolvers.contains(where: creation.owner.isBlocked) { return [] }
            guard visited.insert(ObjectIdentifier(creation.owner)).inserted else { return nil }
            // Also the waits of a task that a factory of the owner runs at once, on the same thread.
            for wait in waits.values where wait.resolvers.contains(where: creation.owner.isBlocked) {
                if let rest = search(wait.creation) { return [wait] + rest }
            }
            return nil
        }
        return search(creation)
    }

    /// Tells every resolver in a cycle how it looks from its side.
    ///
    /// - Returns: How it looks from the first one's.
    private static func close(_ cycle: [Wait]) -> Cycle {
        let chains = cycle.indices.map { start in
            var chain = cycle[start].path
            var wanted = cycle[start].creation.service
            for step in 1..<cycle.count {
                let wait = cycle[(start + step) % cycle.count]
                // The last one again if a child waits to decorate it.
                for service in wait.path(from: wanted) where service != chain.last {
                    // Where a creation was dropped on the way, its service is passed before the cycle closes.
                    if chain.contains(service) { return chain + [service] }
                    chain.append(service)
                }
                wanted = wait.creation.service
            }
            return chain + [wanted]
        }
        for (wait, chain) in zip(cycle, chains) {
            wait.cycle.withLock { $0 = Cycle(chain: chain, all: chains) }
        }
        return Cycle(chain: chains[0], all: chains)
    }
}
