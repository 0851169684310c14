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

    /// An object that something else keeps alive. A class, as copying a weak reference is expensive.
    ///
    /// Safe because the reference is only read, and the object only used by those who may use the instance.
    private final class WeakObject: @unchecked Sendable {
        private(set) weak var object: AnyObject?
        let type: any Any.Type
        let isMain: Bool

        init(_ instance: Instance) {
            object = instance.object
            type = instance.type
            isMain = instance.isMain
        }
    }

    /// Nil if the instance is held weakly.
    private let heldInstance: Instance?
    private let weakObject: WeakObject?
    private let leases: Leases
    private let isExpired: (@Sendable () -> Bool)?

    init(_ new: LeasedInstance, _ retention: Retention) {
        leases = new.leases
        if case .weakly = retention, leases.isEmpty {
            heldInstance = nil
            weakObject = WeakObject(new.instance)
        } else {
            heldInstance = new.instance
            weakObject = nil
        }
        isExpired = if case .until(let isExpired) = retention { isExpired } else { nil }
    }

    /// The instance, if it is valid until a reset, so that readers need not ask.
    var lasting: Instance? { leases.isEmpty && isExpired == nil ? heldInstance : nil }

    /// Whether the instance may be gone because nothing else holds it.
    var isWeak: Bool { weakObject != nil }

    /// What holds the instance, valid or not, as long as it exists. An object that is held weakly comes as nothing but an
    /// object: on any thread, as no conformance is looked for.
    var owned: Instance? {
        if let heldInstance { return heldInstance }
        guard let weakObject, let object = weakObject.object else { return nil }
        return weakObject.isMain ? MainInstanceOf(object) : InstanceOf(object)
    }

    /// Whether the instance's time is over, if it has one and this is what holds the instance.
    func expiry(of instance: Instance) -> (@Sendable () -> Bool)? { heldInstance === instance ? isExpired : nil }

    /// Whether the instance may be used now. Leases and clocks are not ours: not to be called under a lock.
    var condition: Condition {
        guard isExpired?() != true, !leases.isEnded, let instance = heldInstance ?? weakInstance else {
            return .expired
        }
        let leased = LeasedInstance(instance: instance, leases: leases)
        return leases.isRenewalDue ? .due(leased) : .valid(leased)
    }

    /// The same, judged on the main actor if the instance belongs to it: elsewhere, a class does not conform to what it
    /// conforms to only there.
    var conditionWhereItBelongs: Condition {
        get async {
            guard weakObject?.isMain == true else { return condition }
            return await MainActor.run { condition }
        }
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

/// A new instance, as the callers get it and as the slot caches it.
struct CreatedInstance: Sendable {
    let instance: LeasedInstance
    let cached: CachedInstance

    init(_ instance: LeasedInstance, _ retention: CachedInstance.Retention) {
        self.instance = instance
        cached = CachedInstance(instance, retention)
    }
}
