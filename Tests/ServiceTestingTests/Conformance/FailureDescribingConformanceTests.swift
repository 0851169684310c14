@_spi(Lock) import Service
import ServiceTesting
import Testing

@Suite struct FailureDescribingConformanceTests {
    struct Described: FailureDescribing {
        let failureKind: FailureKind
    }

    /// Names itself as the failure, which is what most errors do.
    enum Plain: FailureDescribing {
        case broken
        var failureKind: FailureKind { .failed(self) }
    }

    /// Leads from one failure to the next, for ever.
    struct Endless: FailureDescribing {
        var number = 0
        var failureKind: FailureKind { .failed(Endless(number: number + 1)) }
    }

    /// Leads from one failure to the one beneath it, for ever.
    struct Bottomless: FailureDescribing {
        var number = 0
        var failureKind: FailureKind { .timedOut }
        var underlyingFailure: (any Error)? { Bottomless(number: number + 1) }
    }

    /// Says something else each time.
    final class Fickle: FailureDescribing {
        let count = Lock(0)
        var failureKind: FailureKind {
            count.withLock {
                $0 += 1; return $0 % 2 == 0 ? .timedOut : .cancelled
            }
        }
    }

    @Test(arguments: [
        Described(failureKind: .cancelled), Described(failureKind: .timedOut),
        Described(failureKind: .unavailable(retryAfter: nil)), Described(failureKind: .unavailable(retryAfter: .zero)),
        Described(failureKind: .failed(CancellationError())), Described(failureKind: .failed(Plain.broken)),
    ]) func `every kind conforms`(error: Described) {
        FailureDescribingConformance(error).check()
    }

    @Test func `an error may name itself`() {
        FailureDescribingConformance(Plain.broken).check()
    }

    @Test(arguments: [
        (Endless() as any FailureDescribing, "without an end"), (Fickle(), "is first"),
        (Bottomless(), "underlyingFailure leads"),
        (Described(failureKind: .unavailable(retryAfter: .seconds(-1))), "retry after -1.0 seconds"),
    ]) func `what layers cannot follow is found`(error: any FailureDescribing, text: String) {
        withKnownIssue {
            FailureDescribingConformance(error).check()
        } matching: {
            $0.comments.first?.rawValue.contains(text) == true
        }
    }
}
