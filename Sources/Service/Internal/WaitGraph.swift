/// Who waits for whose creation, over all environments.
///
/// A resolver enters the graph before it blocks. If the creation it wants waits, over however many others, for the
/// resolver itself, then none of them would ever go on: the one that would close the circle gets the error instead of
/// waiting. As every edge enters under one lock, of any circle exactly one edge comes last, and is found.
enum WaitGraph {
    /// One resolver that waits for one creation.
    final class Wait: Sendable {
        let resolver: Resolver
        let creation: any AwaitedCreation
        /// What the resolver is creating, from the outermost service to the one that needs the instance.
        let path: [ServiceIdentity]
        /// The circle as this resolver's caller should see it, once somebody closed one.
        fileprivate let circle = Lock<Circle?>(nil)

        fileprivate init(_ resolver: Resolver, for creation: any AwaitedCreation, path: [ServiceIdentity]) {
            self.resolver = resolver
            self.creation = creation
            self.path = path
        }

        /// The services from the one that others wait for down to the one that needs this wait's instance.
        fileprivate func path(from service: ServiceIdentity) -> ArraySlice<ServiceIdentity> {
            path[(path.lastIndex(of: service) ?? path.startIndex)...]
        }
    }

    private static let waits = Lock<[ObjectIdentifier: [Wait]]>([:])

    /// Thrown where waiting would never end.
    struct Circle: Error {
        /// From the outermost service of the caller to the repeated one.
        let chain: [ServiceIdentity]
        /// The same for everybody in it.
        let all: [[ServiceIdentity]]
    }

    /// Enters that a resolver waits for a creation, unless that waits for the resolver.
    ///
    /// - Parameters:
    ///   - resolver: Who waits.
    ///   - creation: What it waits for.
    ///   - path: What the resolver is creating, from the outermost service inwards.
    /// - Returns: The wait, to be ended by ``leave(_:)``.
    /// - Throws: The circle that waiting would close.
    static func enter(
        _ resolver: Resolver, for creation: any AwaitedCreation, path: [ServiceIdentity]
    ) throws(Circle) -> Wait {
        let wait = Wait(resolver, for: creation, path: path)
        try waits.withLock { waits throws(Circle) in
            if let others = findWay(from: creation, to: resolver, in: waits) {
                throw close([wait] + others)
            }
            waits[ObjectIdentifier(resolver), default: []].append(wait)
        }
        return wait
    }

    /// Enters that a resolver waits no longer.
    ///
    /// - Returns: The circle that another resolver closed meanwhile, if one did, as it looks from this one.
    static func leave(_ wait: Wait) -> Circle? {
        let resolver = ObjectIdentifier(wait.resolver)
        return waits.withLock { waits in
            waits[resolver]?.removeAll { $0 === wait }
            if waits[resolver]?.isEmpty == true { waits[resolver] = nil }
            return wait.circle.withLock { $0 }
        }
    }

    /// The waits that lead from a creation to a resolver; nil if none do.
    private static func findWay(
        from creation: any AwaitedCreation, to resolver: Resolver, in waits: [ObjectIdentifier: [Wait]]
    ) -> [Wait]? {
        var visited: Set<ObjectIdentifier> = []
        func search(_ creation: any AwaitedCreation) -> [Wait]? {
            // A finished creation lets go of those who wait, even if they did not yet wake up.
            if creation.isFinished { return nil }
            if creation.owner.isBlocked(with: resolver) { return [] }
            guard visited.insert(ObjectIdentifier(creation.owner)).inserted else { return nil }
            // Also the waits of a task that a factory of the owner runs at once, on the same thread.
            for wait in waits.values.joined() where creation.owner.isBlocked(with: wait.resolver) {
                if let rest = search(wait.creation) { return [wait] + rest }
            }
            return nil
        }
        return search(creation)
    }

    /// Tells everybody in a circle how it looks from their side.
    ///
    /// - Returns: How it looks from the first one's.
    private static func close(_ circle: [Wait]) -> Circle {
        let chains = circle.indices.map { start in
            var chain = circle[start].path
            var wanted = circle[start].creation.service
            for step in 1..<circle.count {
                let wait = circle[(start + step) % circle.count]
                for service in wait.path(from: wanted) {
                    // Where a creation was dropped on the way, its service is passed before the circle closes.
                    if chain.contains(service) { return chain + [service] }
                    chain.append(service)
                }
                wanted = wait.creation.service
            }
            return chain + [wanted]
        }
        for (wait, chain) in zip(circle, chains) {
            wait.circle.withLock { $0 = Circle(chain: chain, all: chains) }
        }
        return Circle(chain: chains[0], all: chains)
    }
}
