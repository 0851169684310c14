/// The instances that resets dropped, for as long as anybody else holds them.
final class LeakLog: Sendable {
    /// Safe because the object is never used, only looked at whether it is still there.
    private struct Dropped: @unchecked Sendable {
        let service: ServiceIdentity
        let scope: ServiceScope
        weak var instance: AnyObject?
    }

    private let dropped = Lock<[Dropped]>([])

    /// Remembers an instance that is about to be dropped, if it is an object; others cannot outlive anything.
    func add(_ value: ErasedValue, of service: ServiceIdentity, scope: ServiceScope) {
        guard let object = value.object else { return }
        let entry = Dropped(service: service, scope: scope, instance: object)
        dropped.withLock { dropped in
            dropped.removeAll { $0.instance == nil }
            dropped.append(entry)
        }
    }

    /// The services of a scope whose dropped instances are still there, one for each instance.
    func survivors(of scope: ServiceScope) -> [ServiceIdentity] {
        dropped.withLock { dropped in
            dropped.removeAll { $0.instance == nil }
            return dropped.filter { $0.scope == scope }.map(\.service)
        }
    }
}

extension ErasedValue {
    /// The value, if it is an object.
    fileprivate var object: AnyObject? {
        func object<T>(_: T.Type) -> AnyObject? {
            let value = unsafe pointer.assumingMemoryBound(to: T.self).pointee as Any
            return Swift.type(of: value) is AnyClass ? value as AnyObject : nil
        }
        return _openExistential(type, do: object)
    }
}
