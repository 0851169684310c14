#if Health
/// An error type with a value for calls that were not answered.
///
/// The methods of a guard that throw such a type throw `Self(unanswered:)` when their call was rejected, timed out or was
/// cancelled, so that callers get the type they were promised.
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
