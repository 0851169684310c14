#if Health
import Service
import ServiceHealth
import Testing

@Suite struct CallFailureTests {
    /// An error that knows its kind.
    struct Busy: FailureDescribing, Equatable {
        var failureKind: FailureKind { .unavailable(retryAfter: .seconds(40)) }
    }

    @Test func `the error of the call is beneath its failure, whose kind is that of the error`() {
        let failure = CallFailure<any Error>.failed(CallFailure<Busy>.failed(Busy()))
        let inner = failure.underlyingFailure as? CallFailure<Busy>
        #expect(inner == .failed(Busy()))
        #expect(inner?.underlyingFailure as? Busy == Busy())
        #expect(failure.failureChain.contains { $0 is Busy })
        guard case .unavailable(.seconds(40)) = failure.failureKind else {
            Issue.record("It is \(failure.failureKind).")
            return
        }
    }

    @Test(arguments: [
        CallFailure<Down>.rejected(.isolated(.inventory)), .timedOut(.seconds(1)), .cancelled,
    ])
    func `beneath a call without an answer there is nothing`(failure: CallFailure<Down>) {
        #expect(failure.underlyingFailure == nil)
    }
}
#endif
