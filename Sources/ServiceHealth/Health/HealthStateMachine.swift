#if Health
/// Decides how the health of one service changes. Knows no clock and no lock.
struct HealthStateMachine<Instant: InstantProtocol>: Sendable, Equatable
where Instant.Duration == Duration, Instant: Sendable {
    /// What the manager does after a change.
    enum Action: Equatable {
        /// Nobody needs to know.
        case none
        /// The service was first seen, or its health or its source changed.
        case publish
    }

    private(set) var isSeen = false
    private(set) var isHealthy = true
    private(set) var consecutiveFailures = 0
    private(set) var totalFailures = 0
    private(set) var lastSuccess: Instant?
    private(set) var lastFailure: Instant?
    private(set) var degradedSince: Instant?
    private(set) var retryAt: Instant?
    private(set) var lastError: String?
    /// Set by hand, by a caller that answers with a fallback of its own.
    private var isNotified = false
    /// What the fallback can do that has answered a call since the last live success.
    private(set) var answeredKind: FallbackKind?
    /// The registrations that serve a fallback now, each with its kind.
    private var fallbacks: [Fallback] = []
    /// The consecutive failures before a registration's fallback degraded the service. Nil where it is not degraded, or
    /// something else had a part in that.
    private var failuresBeforeFallback: Int?

    /// Whether a call has failed since the last success, or somebody answers for the service by hand.
    private var hasFailedOtherwise = false

    private struct Fallback: Equatable {
        let registration: UInt64
        let kind: FallbackKind
        /// When the registration tries the live service again.
        var retryAt: Instant
    }

    var source: HealthState.Source {
        isNotified || servesFallback || (!isHealthy && answeredKind != nil) ? .fallback : .live
    }
    var fallbackKind: FallbackKind? { fallbacks.last?.kind ?? (isHealthy ? nil : answeredKind) }
    /// Whether a registration serves its fallback now.
    var servesFallback: Bool { !fallbacks.isEmpty }
    /// Whether one more success of the live service would change anything but the time of the last one.
    var successIsNews: Bool {
        !isSeen || !isHealthy || consecutiveFailures > 0 || source == .fallback || answeredKind != nil
    }

    /// When the live service is tried again, while it is degraded.
    ///
    /// Registrations that serve their fallback decide: the one that tries first. Else it is the circuits, and where calls go
    /// through none, the policy.
    ///
    /// - Parameter nextTry: What the circuits say about the next call, if there are any.
    func retryTime(_ nextTry: NextTry?, at now: Instant) -> Instant? {
        guard !isHealthy else { return nil }
        if let first = fallbacks.map(\.retryAt).min() { return first }
        switch nextTry {
        case nil: return retryAt
        case .byHand: return nil
        case .after(let duration): return now.advanced(by: duration)
        // A time that stays the same, and has passed.
        case .withNextCall: return lastFailure ?? degradedSince
        }
    }

    /// A call of the service succeeded.
    mutating func recordSuccess(at now: Instant) -> Action {
        // While a registration serves its fallback, calls reach the fallback: only the registration's own
        // probe heals.
        guard fallbacks.isEmpty else { return .none }
        return change { machine in machine.heal(at: now) }
    }

    /// The live service was created. Heals what failed creations have degraded, and says nothing about the calls.
    mutating func recordCreation(at now: Instant) -> Action {
        guard fallbacks.isEmpty else { return .none }
        return change { machine in
            if !machine.hasFailedOtherwise { machine.heal(at: now) }
        }
    }

    /// A call of the service failed.
    mutating func recordFailure(_ error: String, at now: Instant, policy: HealthPolicy) -> Action {
        change { machine in
            machine.failuresBeforeFallback = nil
            machine.hasFailedOtherwise = true
            machine.fail(error, at: now, policy: policy)
            if machine.consecutiveFailures >= policy.failureThreshold {
                machine.degrade(at: now, policy: policy)
            }
        }
    }

    /// The service could not even be made.
    mutating func recordFailureThatDegrades(_ error: String, at now: Instant, policy: HealthPolicy) -> Action {
        change { machine in
            machine.failuresBeforeFallback = nil
            machine.fail(error, at: now, policy: policy)
            machine.degrade(at: now, policy: policy)
        }
    }

    /// A failure that became known after what followed it: it counts, and decides nothing.
    mutating func countFailure(_ error: String, at now: Instant) -> Action {
        change { machine in
            if !machine.isHealthy { machine.consecutiveFailures += 1 }
            machine.totalFailures += 1
            machine.lastFailure = now
            machine.lastError = error
        }
    }

    /// Somebody answers for the service in a degraded way. Holds until a live success.
    mutating func notifyDegraded(at now: Instant, policy: HealthPolicy) -> Action {
        change { machine in
            machine.failuresBeforeFallback = nil
            machine.hasFailedOtherwise = true
            machine.isNotified = true
            machine.degrade(at: now, policy: policy)
        }
    }

    /// A fallback answered a call of the service in a pipeline.
    mutating func answerByFallback(_ kind: FallbackKind) -> Action {
        let before = source
        answeredKind = kind
        return isSeen && source != before ? .publish : .none
    }

    /// A registration's live factory failed, and the registration serves its fallback, from now on or still.
    mutating func beginFallback(
        registration: UInt64, kind: FallbackKind, error: String, at now: Instant, retryAt: Instant,
        policy: HealthPolicy
    ) -> Action {
        change { machine in
            if machine.isHealthy { machine.failuresBeforeFallback = machine.consecutiveFailures }
            machine.fail(error, at: now, policy: policy)
            machine.degrade(at: now, policy: policy)
            // From now on the registration decides when the live service is tried again.
            if let index = machine.fallbacks.firstIndex(where: { $0.registration == registration }) {
                machine.fallbacks[index].retryAt = retryAt
            } else {
                machine.fallbacks.append(Fallback(registration: registration, kind: kind, retryAt: retryAt))
            }
        }
    }

    /// A registration's live factory succeeded. Heals unless another registration still serves a fallback.
    mutating func endFallback(registration: UInt64, at now: Instant) -> Action {
        change { machine in
            machine.fallbacks.removeAll { $0.registration == registration }
            if machine.fallbacks.isEmpty { machine.heal(at: now) }
        }
    }

    /// A registration is gone, with its fallback. Proves nothing about the live service.
    ///
    /// - Parameter isLiveElsewhere: Whether another registration still has the live service: what the one that is gone could
    ///   not create is then no reason to call the service degraded.
    mutating func abandonFallback(registration: UInt64, isLiveElsewhere: Bool) -> Action {
        guard fallbacks.contains(where: { $0.registration == registration }) else { return .none }
        guard isSeen else {
            fallbacks.removeAll { $0.registration == registration }
            return .none
        }
        return change { machine in
            machine.fallbacks.removeAll { $0.registration == registration }
            guard machine.fallbacks.isEmpty, isLiveElsewhere, let failures = machine.failuresBeforeFallback else {
                return
            }
            machine.consecutiveFailures = failures
            machine.endDegradation()
        }
    }

    /// Forgets everything but who serves a fallback, which stays true.
    mutating func reset() {
        var fresh = Self()
        fresh.fallbacks = fallbacks
        self = fresh
    }

    private mutating func change(_ body: (inout Self) -> Void) -> Action {
        let before = (isSeen, isHealthy, source)
        isSeen = true
        body(&self)
        return before == (isSeen, isHealthy, source) ? .none : .publish
    }

    private mutating func fail(_ error: String, at now: Instant, policy: HealthPolicy) {
        consecutiveFailures += 1
        totalFailures += 1
        lastFailure = now
        lastError = error
        // The retry that was due has failed: the next one is due an interval later.
        if let due = retryAt, due <= now { retryAt = now.advanced(by: policy.recoveryInterval) }
    }

    private mutating func degrade(at now: Instant, policy: HealthPolicy) {
        guard isHealthy else { return }
        isHealthy = false
        degradedSince = now
        retryAt = now.advanced(by: policy.recoveryInterval)
    }

    private mutating func heal(at now: Instant) {
        endDegradation()
        consecutiveFailures = 0
        lastSuccess = now
        hasFailedOtherwise = false
        isNotified = false
        answeredKind = nil
    }

    private mutating func endDegradation() {
        isHealthy = true
        degradedSince = nil
        retryAt = nil
        failuresBeforeFallback = nil
    }
}
#endif
