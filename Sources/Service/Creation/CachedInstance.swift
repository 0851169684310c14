/// An instance as a slot caches it: for good, or under some condition.
struct CachedInstance: Sendable {
    /// How long an instance stays cached.
    enum Retention: Sendable {
        case untilReset
        /// As long as something else holds the object.
        case weakly
        /// Until a condition holds. Called without a lock held.
        case until(_ isExpired: @Sendable () -> Bool)
    }

    /// Whether a cached instance may be used now.
    enum Condition {
        case valid(LeasedInstance)
        /// One caller should create it again; the others use it.
        case due(LeasedInstance)
        case expired
    }

    /// Safe because the object is only looked at, and read by those who may read the instance.
    private struct WeakObject: @unchecked Sendable {
        weak var object: AnyObject?
        let type: any Any.Type
        let isMain: Bool
    }

    /// Nil if the instance is held weakly.
    let instance: Instance?
    private let weakObject: WeakObject?
    private let leases: [Lease]
    private let isExpired: (@Sendable () -> Bool)?

    init(_ new: LeasedInstance, _ retention: Retention) {
        leases = new.leases
        if case .weakly = retention, leases.isEmpty {
            instance = nil
            weakObject = WeakObject(object: new.instance.object, type: new.instance.type, isMain: new.instance.isMain)
        } else {
            instance = new.instance
            weakObject = nil
        }
        isExpired = if case .until(let isExpired) = retention { isExpired } else { nil }
    }

    /// The instance, if it is valid until a reset, so that readers need not ask.
    var lasting: Instance? { leases.isEmpty && isExpired == nil ? instance : nil }

    /// Whether the instance may be used now. Leases and clocks are not ours: not to be called under a lock.
    var condition: Condition {
        guard isExpired?() != true, !leases.contains(where: \.isEnded), let instance = instance ?? weakInstance else {
            return .expired
        }
        let leased = LeasedInstance(instance: instance, leases: leases)
        return leases.contains(where: \.isRenewalDue) ? .due(leased) : .valid(leased)
    }

    private var weakInstance: Instance? {
        guard let weakObject, let object = weakObject.object else { return nil }
        func open<Value>(_ type: Value.Type) -> Instance? {
            guard let value = object as? Value else { return nil }
            return weakObject.isMain ? MainInstanceOf(value) : InstanceOf(value)
        }
        return _openExistential(weakObject.type, do: open)
    }
}
