import Synchronization

/// Somebody who resolves services, one after the other or one inside the other.
final class Resolver: Sendable {}

/// Who waits for whose creation, over all environments.
///
/// A resolver enters the graph before it blocks. If the creation it wants waits, over however many others, for the
/// resolver itself, then none of them would ever go on: the one that would close the circle gets the error instead of
/// waiting. As every edge enters under one lock, of any circle exactly one edge comes last, and is found.
enum WaitGraph {
    /// One resolver that waits for one creation.
    private final class Wait: Sendable {
        let resolver: Resolver
        let creation: Creation
        /// What the resolver is creating, from the outermost service to the one that needs the instance.
        let path: [ServiceIdentity]
        /// The circle as this resolver's caller should see it, once somebody closed one.
        let circle = Mutex<[ServiceIdentity]?>(nil)

        init(_ resolver: Resolver, for creation: Creation, path: [ServiceIdentity]) {
            self.resolver = resolver
            self.creation = creation
            self.path = path
        }

        /// The services from the one that others wait for down to the one that needs this wait's instance.
        func path(from service: ServiceIdentity) -> ArraySlice<ServiceIdentity> {
            path[(path.lastIndex(of: service) ?? path.startIndex)...]
        }
    }

    private static let waits = Mutex<[ObjectIdentifier: [Wait]]>([:])

    /// Thrown where waiting would never end.
    struct Circle: Error {
        /// From the outermost service of the caller to the repeated one.
        let chain: [ServiceIdentity]
    }

    /// Waits for a creation on behalf of a resolver, unless it waits for the resolver.
    ///
    /// - Parameters:
    ///   - creation: What to wait for.
    ///   - resolver: Who waits.
    ///   - path: What the resolver is creating, from the outermost service inwards.
    ///   - body: Blocks until the creation ended.
    /// - Returns: What `body` returned, and the circle that was closed by another resolver while it waited, if one was.
    /// - Throws: The circle that waiting would close.
    static func wait<R>(
        for creation: Creation, by resolver: Resolver, path: [ServiceIdentity], _ body: () -> R
    ) throws(Circle) -> (result: R, circle: Circle?) {
        let wait = Wait(resolver, for: creation, path: path)
        try waits.withLock { waits throws(Circle) in
            if let others = findWay(from: creation, to: resolver, in: waits) {
                throw close([wait] + others)
            }
            waits[ObjectIdentifier(resolver), default: []].append(wait)
        }
        let result = body()
        let circle = waits.withLock { waits in
            waits[ObjectIdentifier(resolver)]?.removeAll { $0 === wait }
            if waits[ObjectIdentifier(resolver)]?.isEmpty == true { waits[ObjectIdentifier(resolver)] = nil }
            return wait.circle.withLock { $0 }
        }
        return (result, circle.map(Circle.init))
    }

    /// The waits that lead from a creation to a resolver; nil if none do.
    private static func findWay(
        from creation: Creation, to resolver: Resolver, in waits: [ObjectIdentifier: [Wait]]
    ) -> [Wait]? {
        var visited: Set<ObjectIdentifier> = []
        func search(_ creation: Creation) -> [Wait]? {
            // A finished creation lets go of those who wait, even if they did not yet wake up.
            if creation.isFinished { return nil }
            if creation.owner === resolver { return [] }
            guard visited.insert(ObjectIdentifier(creation.owner)).inserted else { return nil }
            for wait in waits[ObjectIdentifier(creation.owner)] ?? [] {
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
                chain += wait.path(from: wanted)
                wanted = wait.creation.service
            }
            return chain + [wanted]
        }
        for (wait, chain) in zip(circle, chains) {
            wait.circle.withLock { $0 = chain }
        }
        return Circle(chain: chains[0])
    }
}
