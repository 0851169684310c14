#if Health
import Service
import Testing

@testable import ServiceHealth

/// What an attempt takes for a failure that was retried further in.
struct RetryLayerTests {
    /// A failure that names another one, or only its kind.
    struct Named: FailureDescribing {
        var failureKind: FailureKind { .timedOut }
        var underlyingFailure: (any Error)?
    }

    static let inner = CallFailure<any Error>.timedOut(.seconds(5))
    static let same = CallFailure<Down>.timedOut(.seconds(5))
    static let another = CallFailure<Down>.timedOut(.seconds(10))

    @Test(arguments: [
        (same as any Error, true), (another, false), (CallFailure<any Error>.failed(same), true),
        (CallFailure<any Error>.failed(another), false), (Named(underlyingFailure: same), true),
        (Named(underlyingFailure: another), false), (Named(), true), (Down(), false),
    ])
    func `a deadline is told from another by its limit, where that is known`(thrown: any Error, isSame: Bool) {
        let layer = RetryLayer()
        layer.noteGivingUp(on: Self.inner)
        #expect(layer.gaveUp(on: thrown) == isSame)
    }
}
#endif
