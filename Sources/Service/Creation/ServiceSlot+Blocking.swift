extension ServiceSlot {
    /// Gets the instance on the calling thread: creates it, or blocks while another thread does.
    ///
    /// - Parameters:
    ///   - registration: The registration that the caller looked up.
    ///   - requester: The environment that was asked.
    ///   - resolver: The resolver that creates, or waits.
    ///   - path: What the resolver is creating, from the outermost service inwards.
    ///   - create: Creates the instance. Runs without a lock but the creation's own gate.
    /// - Returns: The instance, or what prevents it.
    /// - Throws: What `create` throws, which all callers that wait get as well.
    func obtain(
        _ registration: Registration, for requester: ObjectIdentifier, by resolver: Resolver,
        path: () -> [ServiceIdentity],
        create: () throws(ServiceError) -> CreatedInstance
    ) throws(ServiceError) -> Obtained {
        let creation = ThreadCreation(of: identity, by: resolver, for: requester)
        var answer = Answer.create
        var (old, replaced): (CachedInstance?, CachedInstance?)
        defer { withExtendedLifetime((old, replaced)) {} }
        let created = try creation.run { () throws(ServiceError) in
            answer = ask(for: registration, with: creation, releasing: &old)
            guard case .create = answer else { return nil }
            var created: CreatedInstance?
            defer { replaced = finish(creation, with: created?.cached) }
            let new = try create()
            created = new
            return new.instance
        }
        if let created { return .created(created) }
        switch answer {
        case .cached(let instance): return .cached(instance)
        case .join(let other as ThreadCreation): return wait(for: other, requester, resolver, path())
        case .join, .create, .startOver: return .replaced
        }
    }

    private func wait(
        for creation: ThreadCreation, _ requester: ObjectIdentifier, _ resolver: Resolver, _ path: [ServiceIdentity]
    ) -> Obtained {
        let wait: WaitGraph.Wait
        do throws(WaitGraph.Cycle) {
            wait = try WaitGraph.enter([resolver], for: creation, path: path)
        } catch {
            return .cycle(error)
        }
        let outcome = creation.wait()
        let cycle = WaitGraph.leave(wait)
        return outcome.map { joined(creation, $0, requester, cycle) } ?? .replaced
    }

    /// What a caller comes by that waited for a creation.
    func joined(
        _ creation: Creation, _ outcome: Result<LeasedInstance, ServiceError>, _ requester: ObjectIdentifier,
        _ cycle: WaitGraph.Cycle?
    ) -> Obtained {
        guard case .failure = outcome else { return .joined(outcome, cycle, isNews: false) }
        return .joined(outcome, cycle, isNews: creation.isNews(to: requester))
    }
}
