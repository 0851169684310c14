public import Synchronization

/// Carries what a call returns or throws past the stages, which do not need to know its type.
@usableFromInline
final class CallSlot<T: Sendable, E: Error>: Sendable {
    @usableFromInline let result: Mutex<Result<T, E>?>

    @inlinable
    init() { result = Mutex(nil) }

    /// What the last run of the body came to.
    @inlinable
    var last: Result<T, E>? { result.withLock { $0 } }

    /// Runs the body, or throws the error in its place.
    @inlinable
    func run(_ body: @Sendable () async throws(E) -> T, injecting injected: (any Error)?) async -> AttemptEnd {
        if let injected {
            guard let error = injected as? E else { return .cannotThrow(injected) }
            result.withLock { $0 = .failure(error) }
            return .error(error)
        }
        do throws(E) {
            let value = try await body()
            result.withLock { $0 = .success(value) }
            return .value
        } catch {
            result.withLock { $0 = .failure(error) }
            return .error(error)
        }
    }
}
