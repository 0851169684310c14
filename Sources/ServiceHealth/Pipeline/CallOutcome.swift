#if Health
/// What a protected call comes to, as its types know it.
@usableFromInline
@frozen
enum CallOutcome<T: Sendable, E: Error>: Sendable {
    case returned(T)
    case failed(CallFailure<E>, isRefusal: Bool)
}
#endif
