#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A mutex that Thread Sanitizer can see.
///
/// On Linux a contended `Synchronization.Mutex` is handed over by the kernel, from a library that is not instrumented, so
/// the sanitizer takes everything it guards for a race. `Scripts/repeat-concurrency.sh --thread` adds this file to the
/// modules it checks, in a copy of the package: there it is found before the library's mutex and everything else is the
/// code as it is.
@safe
struct Mutex<Value: ~Copyable>: ~Copyable {
    private let handle: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ initial: consuming sending Value) {
        unsafe handle = .allocate(capacity: 1)
        unsafe value = .allocate(capacity: 1)
        unsafe handle.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(handle, nil)
        unsafe value.initialize(to: initial)
    }

    deinit {
        unsafe pthread_mutex_destroy(handle)
        unsafe handle.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(handle)
        defer { unsafe pthread_mutex_unlock(handle) }
        return try unsafe body(&value.pointee)
    }
}

// Safe because the value is reached with the lock held only.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
