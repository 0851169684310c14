/// A new instance, as the callers get it and as the slot caches it.
struct CreatedInstance: Sendable {
    let instance: LeasedInstance
    let cached: CachedInstance

    init(_ instance: LeasedInstance, _ retention: CachedInstance.Retention) {
        self.instance = instance
        cached = CachedInstance(instance, retention)
    }
}
