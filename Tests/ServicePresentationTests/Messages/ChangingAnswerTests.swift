@_spi(Lock) import Service
import Testing

@testable import ServicePresentation

/// What an app is asked for may answer differently each time.
@Suite struct ChangingAnswerTests {
    private let presenter = ErrorPresenter(texts: .english)

    /// Is unavailable as often as it says, and of no kind after that.
    private final class Flickering: FailureDescribing {
        private let left: Lock<Int>

        init(unavailable count: Int) { left = Lock(count) }

        var failureKind: FailureKind {
            let isUnavailable = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return isUnavailable ? .unavailable(retryAfter: .seconds(40)) : .failed(Unexplained())
        }
    }

    @Test(arguments: [1, 2])
    func `a rule is asked once for each error, whatever it would answer the next time`(answered: Int) {
        let calls = Journal<Int>()
        let presenter = presenter.adding { _ in
            calls.add(calls.all.count + 1)
            return calls.all.count == answered ? UserMessage(message: "rule") : nil
        }
        let message = presenter.message(for: Unexplained())?.message
        #expect(message == (answered == 1 ? "rule" : "An unexpected error occurred. Please try again."))
        #expect(calls.all == [1])
    }

    @Test(arguments: 0...8)
    func `an error whose kind changes has the words of one of them`(count: Int) {
        let message = presenter.message(for: Flickering(unavailable: count))?.message
        #expect(
            ["Try again in 40 seconds.", "An unexpected error occurred. Please try again."].contains(message))
    }

    @Test(arguments: 0...8)
    func `an error whose kind changes may say when to try again`(count: Int) {
        #expect([nil, .seconds(40)].contains(Flickering(unavailable: count).retryAfter))
    }
}
