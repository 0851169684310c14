#if Health
import Service

/// Decides which errors of a call count against the service.
///
/// ```swift
/// let classifier = ErrorClassifier.standard.adding { error in
///     switch (error as? HTTPError)?.status {
///     case 404, 409: .refusal
///     case 401, 403: .permanent
///     default: nil
///     }
/// }
/// ```
///
/// A pipeline asks its classifier once for each attempt that throws, outside of any lock. It does not ask for calls that
/// succeed, time out, are rejected or are cancelled.
public struct ErrorClassifier: Sendable {
    private let classify: @Sendable (any Error) -> ErrorClass

    /// Creates a classifier.
    ///
    /// - Parameter classify: Returns the class of an error. It is called on every failed attempt, from any thread.
    public init(_ classify: @escaping @Sendable (any Error) -> ErrorClass) {
        self.classify = classify
    }

    /// Counts every error as a failure, except a `FailureDescribing` error of the kind `cancelled`, which it ignores.
    public static let standard = ErrorClassifier { error in
        guard let described = error as? any FailureDescribing, case .cancelled = described.failureKind else {
            return .failure
        }
        return .ignored
    }

    /// Returns a classifier that asks a function first.
    ///
    /// - Parameter classify: Returns the class of an error, or nil to leave it to this classifier.
    public func adding(_ classify: @escaping @Sendable (any Error) -> ErrorClass?) -> ErrorClassifier {
        ErrorClassifier { error in classify(error) ?? self.classify(error) }
    }

    /// Returns the class of an error.
    func callAsFunction(_ error: any Error) -> ErrorClass { classify(error) }
}
#endif
