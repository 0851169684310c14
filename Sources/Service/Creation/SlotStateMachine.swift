/// Decides what happens to the cached instance of one service.
///
/// Knows no lock, no clock and no factory. Registrations, creations and instances are tokens: only their identity counts.
/// Each rule about who creates, who waits and what is cached is here, and only here.
struct SlotStateMachine<Registration: Equatable, Creation: Equatable, Instance> {
    /// The answer to a caller that wants the instance.
    enum Answer {
        /// Use this instance.
        case cached(Instance)
        /// Wait for this creation.
        case join(Creation)
        /// Create the instance, and then call `finish`.
        case create
        /// Another registration counts by now: look it up again.
        case startOver
    }

    /// What happens to the result of a creation.
    enum Outcome: Equatable {
        /// It is cached.
        case publish
        /// It goes to the callers that wait for it, and is not cached.
        case handToWaiters
        /// There is nothing to cache: the creation failed.
        case discard
    }

    /// The registration that counts; nil if there is none.
    private(set) var registration: Registration?
    /// The creation whose result will be cached, unless a reset or another registration comes first.
    private(set) var creation: Creation?
    private(set) var instance: Instance?
    /// Counts the instances cached so far, so that what was found out about one is not applied to the next.
    private(set) var version = 0
    /// Whether one caller should create the instance again, while the others go on with the present one.
    private(set) var isRenewalDue = false

    init(_ registration: Registration?) {
        self.registration = registration
    }

    /// A caller that looked up a registration wants its instance. If the answer is `create`, the new creation is the
    /// current one from now on.
    mutating func ask(for asked: Registration, with new: Creation) -> Answer {
        guard registration == asked else { return .startOver }
        if let instance, !isRenewalDue || creation != nil { return .cached(instance) }
        if let creation { return .join(creation) }
        creation = new
        return .create
    }

    /// A creation ended, with an instance or without.
    ///
    /// - Returns: What happens to the instance, and the one that it replaces.
    mutating func finish(_ finished: Creation, with new: Instance?) -> (outcome: Outcome, replaced: Instance?) {
        let isCurrent = end(finished)
        guard let new else { return (.discard, nil) }
        guard isCurrent else { return (.handToWaiters, nil) }
        defer {
            instance = new
            version += 1
        }
        return (.publish, instance)
    }

    /// Every caller of a creation has left, so nothing will be cached of it.
    mutating func abandon(_ abandoned: Creation) {
        _ = end(abandoned)
    }

    /// Forgets a creation, and with it the renewal that it was for: if that came to nothing, the next one to find the
    /// instance due begins another.
    ///
    /// - Returns: Whether the creation was the current one.
    private mutating func end(_ ended: Creation) -> Bool {
        guard creation == ended else { return false }
        creation = nil
        isRenewalDue = false
        return true
    }

    /// The instance of a version should be created again by one of the callers.
    mutating func renew(_ version: Int) {
        if version == self.version, instance != nil { isRenewalDue = true }
    }

    /// The instance of a version is no longer valid.
    ///
    /// - Returns: The instance, if it was still cached.
    mutating func expire(_ version: Int) -> Instance? {
        guard version == self.version else { return nil }
        return takeInstance()
    }

    /// Nothing is cached any more, and nothing will be of the creation that is running.
    ///
    /// - Returns: The instance that was cached.
    mutating func reset() -> Instance? {
        creation = nil
        return takeInstance()
    }

    /// Another registration counts from now on.
    ///
    /// - Returns: The instance that was cached for the one before.
    mutating func replace(with new: Registration?) -> Instance? {
        registration = new
        return reset()
    }

    private mutating func takeInstance() -> Instance? {
        isRenewalDue = false
        return instance.take()
    }
}

extension SlotStateMachine: Sendable where Registration: Sendable, Creation: Sendable, Instance: Sendable {}
extension SlotStateMachine.Answer: Sendable where Creation: Sendable, Instance: Sendable {}
extension SlotStateMachine.Answer: Equatable where Instance: Equatable {}
