#if Health
/// The kinds of stages that a call passes through, named as in a policy.
enum StageKind: String, Sendable, CaseIterable {
    case timeout, retry, hedging, circuitBreaker, rateLimit, bulkhead
}
#endif
