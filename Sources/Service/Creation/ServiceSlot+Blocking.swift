extension ServiceSlot {
    /// Gets the instance on the calling thread: creates it, or blocks while another thread does.
    ///
    /// - Parameters:
    ///   - registration: The registration that the caller looked up.
    ///   - resolver: The resolver that creates, or waits.
    ///   - path: What the resolver is creating, from the outermost service inwards.
    ///   - create: Creates the instance. Runs without a lock but the creation's own gate.
    /// - Returns: The instance, or what prevents it.
    /// - Throws: What `create` throws, which all callers that wait get as well.
    func obtain(
        _ registration: DecoratedRegistration, by resolver: Resolver, path: () -> [ServiceIdentity],
        create: () throws(ServiceError) -> CreatedInstance
    ) throws(ServiceError) -> Obtained {
        let creation = ThreadCreation(of: identity, by: resolver)
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
        case .join(let other as ThreadCreation): return wait(for: other, resolver, path())
        case .join, .create, .startOver: return .replaced
        }
    }

    private func wait(for creation: ThreadCreation, _ resolver: Resolver, _ path: [ServiceIdentity]) -> Obtained {
        let wait: WaitGraph.Wait
        do throws(WaitGraph.Cycle) {
            wait = try WaitGraph.enter(resolver, for: creation, path: path)
        } catch {
            return .cycle(error)
        }
        let outcome = creation.wait()
        let cycle = WaitGraph.leave(wait)
        return outcome.map { .joined($0, cycle) } ?? .replaced
    }
}
