import ServiceHealth

extension HealthState {
    /// Returns the state of an inventory that is read like this, and changed like that: as bad as the worse one.
    func merged(withChanges changes: HealthState) -> HealthState {
        func earliest<Value: Comparable>(_ values: Value?...) -> Value? { values.compactMap(\.self).min() }
        func latest<Value: Comparable>(_ values: Value?...) -> Value? { values.compactMap(\.self).max() }
        return HealthState(
            isHealthy: isHealthy && changes.isHealthy,
            consecutiveFailures: max(consecutiveFailures, changes.consecutiveFailures),
            totalFailures: totalFailures + changes.totalFailures,
            lastSuccess: latest(lastSuccess, changes.lastSuccess),
            lastFailure: latest(lastFailure, changes.lastFailure),
            degradedSince: earliest(degradedSince, changes.degradedSince),
            source: source == .fallback ? source : changes.source,
            fallbackKind: fallbackKind ?? (changes.isHealthy ? nil : .readOnly),
            retryAt: earliest(retryAt, changes.retryAt), lastError: lastError)
    }
}
