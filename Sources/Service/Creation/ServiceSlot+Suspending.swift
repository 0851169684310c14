extension ServiceSlot {
    /// A resolver that may wait, with what it is creating from the outermost service inwards.
    struct Caller: Sendable {
        /// The resolver, and outwards those that it is part of.
        let resolvers: [Resolver]
        let path: [ServiceIdentity]
    }

    /// Gets the instance: starts a task that creates it, or waits for the one that does. Suspends the current task.
    ///
    /// - Parameters:
    ///   - registration: The registration that the caller looked up.
    ///   - requester: The environment that was asked.
    ///   - caller: The creation that the current task is part of, if it is part of one.
    ///   - create: Creates the instance and caches it by calling the function that it receives.
    /// - Returns: The instance, or what prevents it.
    func obtain(
        _ registration: Registration, for requester: ObjectIdentifier, in caller: Caller?,
        create:
            @escaping @Sendable (TaskCreation, _ cache: @Sendable (CachedInstance?) -> Void) async
            -> Result<LeasedInstance, ServiceError>
    ) async -> Obtained {
        let creation = TaskCreation(of: identity, for: requester)
        var old: CachedInstance?
        defer { withExtendedLifetime(old) {} }
        switch ask(for: registration, with: creation, releasing: &old) {
        case .cached(let instance):
            return .cached(instance)
        case .startOver:
            return .replaced
        case .create:
            creation.start { [self] in
                await create(creation) { withExtendedLifetime(finish(creation, with: $0)) {} }
            }
            return await wait(for: creation, requester, caller)
        case .join(let other as TaskCreation):
            return await wait(for: other, requester, caller)
        case .join:
            return .replaced
        }
    }

    private func wait(
        for creation: TaskCreation, _ requester: ObjectIdentifier, _ caller: Caller?
    ) async -> Obtained {
        let wait: WaitGraph.Wait?
        do throws(WaitGraph.Cycle) {
            wait = try caller.map { caller throws(WaitGraph.Cycle) in
                try WaitGraph.enter(caller.resolvers, for: creation, path: caller.path)
            }
        } catch {
            leave(creation)
            return .cycle(error)
        }
        let outcome = await creation.wait()
        let cycle = wait.flatMap { WaitGraph.leave($0) }
        leave(creation)
        return outcome.map { joined(creation, $0, requester, cycle) } ?? .cancelled
    }

    /// Leaves a creation; the last caller to do so cancels it.
    private func leave(_ creation: TaskCreation) {
        let isAbandoned = state.withLock { state in
            guard creation.leave() else { return false }
            state.machine.abandon(creation)
            return true
        }
        if isAbandoned { creation.cancel() }
    }
}
