public import Synchronization

/// The instance that an entry keeps, for readers that take no lock.
///
/// `readers` counts those that are about to copy the instance or copying it, in steps of two. Its lowest bit says that
/// an instance was taken out meanwhile and waits to be destroyed, which the last reader to leave sees to. A reader is
/// counted before it loads the pointer, and a writer takes the pointer out before it looks at the count, both in the one
/// sequentially consistent order: either the writer sees the reader, or the reader does not see the instance.
///
/// Safe because the pointers are atomic, and what they point to is immutable and destroyed only when no reader is
/// counted that could have seen it.
@safe
@usableFromInline
struct KeptCell: ~Copyable, @unchecked Sendable {
    /// Thrown where there is no kept value. A typed error costs less here than an optional of an unknown type.
    @usableFromInline
    struct Miss: Error {
        @usableFromInline init() {}
    }

    /// The instance that anybody may read; nil while there is none, or when only the main actor may read it.
    @usableFromInline let instance = unsafe Atomic<UnsafeMutableRawPointer?>(nil)
    /// The instance that only the main actor may read.
    @usableFromInline let mainInstance = unsafe Atomic<UnsafeMutableRawPointer?>(nil)
    @usableFromInline let readers = Atomic<Int>(0)
    /// Owns this cell, so it is there as long as the cell.
    @usableFromInline let entry: Unmanaged<Entry>

    init(of entry: Unmanaged<Entry>) {
        unsafe self.entry = entry
    }

    // MARK: Reading

    /// Copies the instance that anybody may read.
    @inlinable
    @inline(__always)
    borrowing func read<S>(_ type: S.Type) throws(Miss) -> S {
        // Only spares the counting where there is nothing to read.
        guard unsafe instance.load(ordering: .relaxed) != nil else { throw Miss() }
        readers.add(2, ordering: .sequentiallyConsistent)
        guard let pointer = unsafe instance.load(ordering: .sequentiallyConsistent) else {
            leave()
            throw Miss()
        }
        let value = unsafe pointer.assumingMemoryBound(to: type).pointee
        leave()
        return value
    }

    /// Copies the instance that only the main actor may read.
    @inlinable
    @inline(__always)
    borrowing func readMain<S>(_ type: S.Type) throws(Miss) -> S {
        guard unsafe mainInstance.load(ordering: .relaxed) != nil else { throw Miss() }
        readers.add(2, ordering: .sequentiallyConsistent)
        guard let pointer = unsafe mainInstance.load(ordering: .sequentiallyConsistent) else {
            leave()
            throw Miss()
        }
        let value = unsafe pointer.assumingMemoryBound(to: type).pointee
        leave()
        return value
    }

    /// Copies an instance of a type known only at run time into uninitialised memory, if there is one.
    borrowing func copy(to destination: UnsafeMutableRawPointer, isMain: Bool) -> Bool {
        readers.add(2, ordering: .sequentiallyConsistent)
        defer { leave() }
        return unsafe copyUncounted(to: destination, isMain: isMain)
    }

    /// Copies the instance that anybody may read, if there is one.
    borrowing func copyOut() -> ErasedValue? {
        readers.add(2, ordering: .sequentiallyConsistent)
        defer { leave() }
        return copyOutUncounted()
    }

    /// Copies like ``copyOut()``, for callers that hold the entry's lock.
    borrowing func copyOutUncounted() -> ErasedValue? {
        guard let pointer = unsafe instance.load(ordering: .sequentiallyConsistent) else { return nil }
        let type = unsafe entry._withUnsafeGuaranteedRef { $0.identity.type }
        return unsafe ErasedValue(copying: pointer, as: type)
    }

    /// Copies like ``copy(to:isMain:)``, for callers that hold the entry's lock: instances are taken out only under it.
    borrowing func copyUncounted(to destination: UnsafeMutableRawPointer, isMain: Bool) -> Bool {
        let pointer =
            unsafe isMain
            ? mainInstance.load(ordering: .sequentiallyConsistent)
            : instance.load(ordering: .sequentiallyConsistent)
        guard let pointer = unsafe pointer else { return false }
        let type = unsafe entry._withUnsafeGuaranteedRef { $0.identity.type }
        unsafe ErasedValue(owning: pointer, as: type).copy(to: destination)
        return true
    }

    @inlinable
    @inline(__always)
    borrowing func leave() {
        if readers.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { destroyRetired() }
    }

    @usableFromInline
    @inline(never)
    borrowing func destroyRetired() {
        unsafe entry.takeUnretainedValue().destroyRetired()
    }

    // MARK: Writing, under the entry's lock

    /// Keeps an instance where there was none.
    borrowing func put(_ value: ErasedValue, isMain: Bool) {
        if isMain {
            unsafe mainInstance.store(value.pointer, ordering: .sequentiallyConsistent)
        } else {
            unsafe instance.store(value.pointer, ordering: .sequentiallyConsistent)
        }
    }

    /// Takes out the instances, so that no new reader finds them.
    borrowing func takeOut() -> (instance: UnsafeMutableRawPointer?, mainInstance: UnsafeMutableRawPointer?) {
        unsafe (
            instance.exchange(nil, ordering: .sequentiallyConsistent),
            mainInstance.exchange(nil, ordering: .sequentiallyConsistent)
        )
    }

    /// Asks the last reader to destroy what was taken out.
    borrowing func markRetired() {
        readers.bitwiseOr(1, ordering: .sequentiallyConsistent)
    }

    /// Ends the wait for readers, if none is left that may hold what was taken out.
    borrowing func claimRetired() -> Bool {
        readers.compareExchange(expected: 1, desired: 0, ordering: .sequentiallyConsistent).exchanged
    }
}
