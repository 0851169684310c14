public import Synchronization

/// A cached instance that readers copy without taking a lock.
///
/// `readers` counts the readers that are about to copy the instance or copying it, in steps of two. Its lowest bit is set
/// while an instance that was taken out waits for them; the last reader to leave releases it. A reader is counted before
/// it loads the pointer, and a writer takes the pointer out before it looks at the count, all in one sequentially
/// consistent order: either the writer sees the reader, or the reader does not see the instance.
///
/// Safe because the pointers are atomic, and the instance they refer to is released only while no reader is counted that
/// could have seen it.
@safe
@usableFromInline
struct InstanceCell: ~Copyable, @unchecked Sendable {
    /// The instance that any thread may read; nil while there is none, or when only the main actor may read it.
    @usableFromInline let instance = unsafe Atomic<UnsafeRawPointer?>(nil)
    /// The instance that only the main actor may read.
    @usableFromInline let mainInstance = unsafe Atomic<UnsafeRawPointer?>(nil)
    @usableFromInline let readers = Atomic<Int>(0)
    /// Instances taken out while readers may still be copying them.
    private let retired = Lock<[Instance]>([])

    init() {}

    deinit {
        _ = takeOut()
    }

    // MARK: Reading

    /// Copies the instance that any thread may read, if there is one.
    @inlinable
    @inline(__always)
    borrowing func read<Value>(_ type: Value.Type) -> Value? {
        // Avoids counting where there is nothing to read.
        guard unsafe instance.load(ordering: .relaxed) != nil else { return nil }
        readers.add(2, ordering: .sequentiallyConsistent)
        guard let pointer = unsafe instance.load(ordering: .sequentiallyConsistent) else {
            leave()
            return nil
        }
        let value = unsafe Unmanaged<InstanceOf<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
        leave()
        return value
    }

    /// Copies the instance that only the main actor may read, if there is one.
    @inlinable
    @inline(__always)
    borrowing func readMain<Value>(_ type: Value.Type) -> Value? {
        guard unsafe mainInstance.load(ordering: .relaxed) != nil else { return nil }
        readers.add(2, ordering: .sequentiallyConsistent)
        guard let pointer = unsafe mainInstance.load(ordering: .sequentiallyConsistent) else {
            leave()
            return nil
        }
        let value = unsafe Unmanaged<MainInstanceOf<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.value }
        leave()
        return value
    }

    /// Returns the instance, if there is one that the caller may read.
    @usableFromInline
    borrowing func load(isMain: Bool) -> Instance? {
        readers.add(2, ordering: .sequentiallyConsistent)
        defer { leave() }
        var pointer = unsafe instance.load(ordering: .sequentiallyConsistent)
        if unsafe pointer == nil && isMain { unsafe pointer = mainInstance.load(ordering: .sequentiallyConsistent) }
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<Instance>.fromOpaque(pointer).takeUnretainedValue()
    }

    @inlinable
    @inline(__always)
    borrowing func leave() {
        if readers.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { releaseRetired() }
    }

    @usableFromInline
    @inline(never)
    borrowing func releaseRetired() {
        withExtendedLifetime(takeRetired()) {}
    }

    // MARK: Writing, under the slot's lock

    /// Stores an instance where there was none.
    borrowing func store(_ instance: Instance) {
        let pointer = unsafe UnsafeRawPointer(Unmanaged.passRetained(instance).toOpaque())
        if instance.isMain {
            unsafe mainInstance.store(pointer, ordering: .sequentiallyConsistent)
        } else {
            unsafe self.instance.store(pointer, ordering: .sequentiallyConsistent)
        }
    }

    /// Takes out the instances, so that no new reader finds them.
    ///
    /// - Returns: What the caller must release after unlocking. The last reader releases the rest.
    borrowing func takeOut() -> [Instance] {
        let isRetiring = retired.withLock { retired in
            if let pointer = unsafe instance.exchange(nil, ordering: .sequentiallyConsistent) {
                unsafe retired.append(Unmanaged<Instance>.fromOpaque(pointer).takeRetainedValue())
            }
            if let pointer = unsafe mainInstance.exchange(nil, ordering: .sequentiallyConsistent) {
                unsafe retired.append(Unmanaged<Instance>.fromOpaque(pointer).takeRetainedValue())
            }
            return !retired.isEmpty
        }
        guard isRetiring else { return [] }
        readers.bitwiseOr(1, ordering: .sequentiallyConsistent)
        return takeRetired()
    }

    /// Ends the wait for readers, if none is left that may be copying what was taken out.
    private borrowing func takeRetired() -> [Instance] {
        retired.withLock { retired in
            guard readers.compareExchange(expected: 1, desired: 0, ordering: .sequentiallyConsistent).exchanged else {
                return []
            }
            defer { retired = [] }
            return retired
        }
    }
}
