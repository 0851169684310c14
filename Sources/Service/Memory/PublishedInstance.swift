public import Synchronization

/// An instance that is stored once and then read without a lock.
///
/// Safe because the pointer is atomic, and the instance it refers to is released only with this.
@safe
@usableFromInline
struct PublishedInstance: ~Copyable, @unchecked Sendable {
    @usableFromInline let pointer = unsafe Atomic<UnsafeRawPointer?>(nil)

    @usableFromInline
    init() {}

    deinit {
        if let pointer = unsafe pointer.load(ordering: .acquiring) {
            unsafe Unmanaged<Instance>.fromOpaque(pointer).release()
        }
    }

    /// Calls one of two bodies: with the instance, or if none is stored yet, without.
    ///
    /// Bodies instead of an optional, whose moves cost as much as the rest.
    @inlinable
    @inline(__always)
    borrowing func read<Value>(_ type: Value.Type, else resolve: () -> Value) -> Value {
        guard let pointer = unsafe pointer.load(ordering: .acquiring) else { return resolve() }
        return unsafe Unmanaged<InstanceOf<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
    }

    /// The instance; nil if none is stored yet.
    @usableFromInline
    borrowing func load() -> Instance? {
        guard let pointer = unsafe pointer.load(ordering: .acquiring) else { return nil }
        return unsafe Unmanaged<Instance>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Stores an instance, unless one was stored before.
    ///
    /// - Returns: The instance that is stored.
    @usableFromInline
    borrowing func store(_ instance: Instance) -> Instance {
        let new = unsafe UnsafeRawPointer(Unmanaged.passRetained(instance).toOpaque())
        let (isFirst, first) = unsafe pointer.compareExchange(
            expected: nil, desired: new, ordering: .acquiringAndReleasing)
        guard !isFirst, let first = unsafe first else { return instance }
        unsafe Unmanaged<Instance>.fromOpaque(new).release()
        return unsafe Unmanaged<Instance>.fromOpaque(first).takeUnretainedValue()
    }
}
