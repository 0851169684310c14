import ServiceHealth

extension HealthState {
    /// Returns the state of a service that consists of two parts: as bad as the worse one.
    func merged(with other: HealthState) -> HealthState {
        func earliest<Value: Comparable>(_ values: Value?...) -> Value? { values.compactMap(\.self).min() }
        func latest<Value: Comparable>(_ values: Value?...) -> Value? { values.compactMap(\.self).max() }
        var merged = self
        merged.isHealthy = isHealthy && other.isHealthy
        merged.consecutiveFailures = max(consecutiveFailures, other.consecutiveFailures)
        merged.totalFailures = totalFailures + other.totalFailures
        merged.lastSuccess = latest(lastSuccess, other.lastSuccess)
        merged.lastFailure = latest(lastFailure, other.lastFailure)
        merged.degradedSince = earliest(degradedSince, other.degradedSince)
        merged.source = source == .fallback ? source : other.source
        merged.fallbackKind = fallbackKind ?? other.fallbackKind
        merged.retryAt = earliest(retryAt, other.retryAt)
        return merged
    }
}
