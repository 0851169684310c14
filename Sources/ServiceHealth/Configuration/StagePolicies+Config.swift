#if Configuration
/// Reads the fields of one stage. Without any of them it is what the preset has, with some it is turned on.
extension CircuitBreakerPolicy {
    private enum TripWord: String, CaseIterable {
        case consecutive, rate
    }

    init?(reading fields: inout ConfigFields, from preset: CircuitBreakerPolicy?) {
        let names = [
            "openFor", "trip", "failures", "failureRate", "minimumCalls", "window", "slowRate", "slowLongerThan",
            "maximumOpenFor", "jitter", "probes", "successesToClose",
        ]
        guard fields.has("breaker", names, orPreset: preset != nil) else { return nil }
        self = preset ?? CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(300))
        trip = Self.trip(reading: &fields, from: trip)
        openFor = fields.duration("breaker.openFor") ?? openFor
        maximumOpenFor =
            fields.isOff("breaker.maximumOpenFor")
            ? nil : fields.duration("breaker.maximumOpenFor") ?? maximumOpenFor
        jitter = fields.number("breaker.jitter") ?? jitter
        probes = fields.integer("breaker.probes") ?? probes
        successesToClose = fields.integer("breaker.successesToClose") ?? successesToClose
    }

    private static func trip(reading fields: inout ConfigFields, from preset: Trip) -> Trip {
        let isRate: Bool
        switch (fields.word("breaker.trip", TripWord.self), preset) {
        case (.rate, _), (nil, .rate): isRate = true
        case (.consecutive, _), (nil, .consecutive): isRate = false
        }
        let failures = fields.integer("breaker.failures")
        let rate = fields.number("breaker.failureRate")
        let minimumCalls = fields.integer("breaker.minimumCalls")
        let window = fields.duration("breaker.window")
        let slowRate = fields.number("breaker.slowRate")
        let slowLongerThan = fields.duration("breaker.slowLongerThan")
        let hasRateFields =
            rate != nil || minimumCalls != nil || window != nil || slowRate != nil || slowLongerThan != nil
        if isRate ? failures != nil : hasRateFields {
            let other =
                isRate ? "failures needs" : "failureRate, minimumCalls, window, slowRate and slowLongerThan need"
            fields.problems.append("breaker.\(other) breaker.trip = \(isRate ? "consecutive" : "rate").")
        }
        guard isRate else {
            if let failures { return .consecutive(failures) }
            if case .consecutive = preset { return preset }
            return .consecutive(3)
        }
        var base = (failure: 0.5, calls: 20, window: Duration.seconds(10), slow: SlowCalls?.none)
        if case .rate(let failure, let calls, let window, let slow) = preset { base = (failure, calls, window, slow) }
        if slowRate != nil || slowLongerThan != nil {
            let slow = base.slow ?? SlowCalls(rate: 0.8, longerThan: .seconds(5))
            base.slow = SlowCalls(rate: slowRate ?? slow.rate, longerThan: slowLongerThan ?? slow.longerThan)
        }
        return .rate(
            failure: rate ?? base.failure, minimumCalls: minimumCalls ?? base.calls, window: window ?? base.window,
            slow: base.slow)
    }
}

extension RetryPolicy {
    private enum JitterWord: String, CaseIterable {
        case none, full
    }

    init?(reading fields: inout ConfigFields, from preset: RetryPolicy?) {
        let names = ["maxAttempts", "baseDelay", "multiplier", "maximumDelay", "jitter", "budget"]
        guard fields.has("retry", names, orPreset: preset != nil) else { return nil }
        self = preset ?? RetryPolicy()
        maxAttempts = fields.integer("retry.maxAttempts") ?? maxAttempts
        baseDelay = fields.duration("retry.baseDelay") ?? baseDelay
        multiplier = fields.number("retry.multiplier") ?? multiplier
        maximumDelay = fields.duration("retry.maximumDelay") ?? maximumDelay
        switch fields.word("retry.jitter", JitterWord.self) {
        case nil: break
        case .some(.none): jitter = .none
        case .full: jitter = .full
        }
        budget = fields.isOff("retry.budget") ? nil : fields.number("retry.budget") ?? budget
    }
}

extension RateLimitPolicy {
    init?(reading fields: inout ConfigFields, from preset: RateLimitPolicy?) {
        let names = ["permits", "per", "burst", "maxWait"]
        guard fields.has("rateLimit", names, orPreset: preset != nil) else { return nil }
        let permits = fields.integer("rateLimit.permits") ?? preset?.permits
        let per = fields.duration("rateLimit.per") ?? preset?.per
        let burst = fields.integer("rateLimit.burst") ?? preset?.burst
        let maxWait = fields.duration("rateLimit.maxWait") ?? preset?.maxWait
        guard let permits, let per else {
            fields.problems.append("rateLimit needs both rateLimit.permits and rateLimit.per.")
            return nil
        }
        self.init(permits: permits, per: per, burst: burst, maxWait: maxWait ?? .zero)
    }
}

extension HedgingPolicy {
    init?(reading fields: inout ConfigFields, from preset: HedgingPolicy?) {
        let names = ["after", "maxAttempts"]
        guard fields.has("hedging", names, orPreset: preset != nil) else { return nil }
        let after = fields.duration("hedging.after") ?? preset?.after
        let maxAttempts = fields.integer("hedging.maxAttempts") ?? preset?.maxAttempts
        guard let after else {
            fields.problems.append("hedging needs hedging.after.")
            return nil
        }
        self.init(after: after, maxAttempts: maxAttempts ?? 2)
    }
}

extension BulkheadPolicy {
    init?(reading fields: inout ConfigFields, from preset: BulkheadPolicy?) {
        let names = ["maxConcurrent", "maxQueued"]
        guard fields.has("bulkhead", names, orPreset: preset != nil) else { return nil }
        let maxConcurrent = fields.integer("bulkhead.maxConcurrent") ?? preset?.maxConcurrent
        let maxQueued = fields.integer("bulkhead.maxQueued") ?? preset?.maxQueued
        guard let maxConcurrent else {
            fields.problems.append("bulkhead needs bulkhead.maxConcurrent.")
            return nil
        }
        self.init(maxConcurrent: maxConcurrent, maxQueued: maxQueued ?? 0)
    }
}
#endif
