#if Health
/// What one run of a call's body returned or threw, in a box that the stages do not open: they do not know its type.
@usableFromInline typealias Answer = any AnyObject & Sendable

/// The box, as the call itself knows it.
@_fixed_layout
@usableFromInline
final class CallAnswer<T: Sendable, E: Error>: Sendable {
    @usableFromInline let result: Result<T, E>

    @inlinable
    init(_ result: Result<T, E>) { self.result = result }
}
#endif
