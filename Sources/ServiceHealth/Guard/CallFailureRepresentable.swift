#if Health
/// An error type that can represent calls that got no answer.
///
/// Methods of a guard that throw such a type throw `Self(unanswered:)` if their call was rejected, timed out or was
/// cancelled, so that callers get the error type that the method declares.
///
/// ```swift
/// enum RateError: Error, CallFailureRepresentable {
///     case notPublished
///     case unanswered(CallFailure<Never>)
///
///     init(unanswered failure: CallFailure<Never>) { self = .unanswered(failure) }
/// }
/// ```
public protocol CallFailureRepresentable: Error {
    /// Represents the failure of a call that the service did not answer.
    ///
    /// - Parameter failure: ``CallFailure/rejected(_:)``, ``CallFailure/timedOut(_:)`` or ``CallFailure/cancelled``.
    init(unanswered failure: CallFailure<Never>)
}
#endif
