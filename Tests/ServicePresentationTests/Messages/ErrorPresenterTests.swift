import Foundation
import Service
import ServicePresentation
import Testing

@Suite struct ErrorPresenterTests {
    private let presenter = ErrorPresenter(texts: .english)

    /// Fits every step of the order but cancellation, and can be told to be that too.
    private struct Everything: UserFacingError, FailureDescribing, LocalizedError {
        var kind = FailureKind.timedOut
        var userMessage: String { "its own words" }
        var failureKind: FailureKind { kind }
        var errorDescription: String? { "its description" }
    }

    private struct Described: FailureDescribing, LocalizedError {
        let failureKind: FailureKind
        var errorDescription: String? { "its description" }
    }

    private struct Localized: LocalizedError {
        var errorDescription: String?
    }

    @Test func `cancellation comes before everything`() {
        let asked = Journal<String>()
        let presenter = presenter.adding { _ in
            asked.add("rule")
            return UserMessage(message: "rule")
        }
        #expect(presenter.message(for: Everything(kind: .cancelled)) == nil)
        #expect(presenter.message(for: CancellationError()) == nil)
        #expect(asked.all.isEmpty)
    }

    @Test func `the app's rules come before the error's own words, the newest rule first`() {
        let presenter = presenter.adding { _ in UserMessage(message: "older") }
            .adding { $0 is Everything ? UserMessage(title: "Oh", message: "newer") : nil }
        #expect(presenter.message(for: Everything()) == UserMessage(title: "Oh", message: "newer"))
        #expect(presenter.message(for: Unexplained()) == UserMessage(message: "older"))
    }

    @Test func `a rule for what is inside comes before the own words of its wrapper`() {
        struct Wrapper: UserFacingError, FailureDescribing {
            var userMessage: String { "its own words" }
            var failureKind: FailureKind { .failed(Unexplained()) }
        }
        let presenter = presenter.adding { $0 is Unexplained ? UserMessage(message: "rule") : nil }
        #expect(presenter.message(for: Wrapper())?.message == "rule")
    }

    @Test func `adding a rule leaves the presenter it was added to as it was`() {
        _ = presenter.adding { _ in UserMessage(message: "rule") }
        #expect(presenter.message(for: Refused())?.message == "This is not allowed.")
    }

    @Test func `the error's own words come before the kind of failure`() {
        #expect(presenter.message(for: Everything()) == UserMessage(message: "its own words"))
        #expect(
            presenter.message(for: Unreachable())
                == UserMessage(message: "The service is out of reach.", isRecoverable: true))
    }

    @Test func `the kind of failure comes before the description`() {
        #expect(
            presenter.message(for: Described(failureKind: .timedOut))
                == UserMessage(message: "This took too long. Please try again.", isRecoverable: true))
    }

    @Test func `an unavailable service says when to try again`() {
        #expect(
            presenter.message(for: LayerFailure(failureKind: .unavailable(retryAfter: .seconds(40))))
                == UserMessage(
                    title: "Not available right now", message: "Try again in 40 seconds.", isRecoverable: true
                ))
        #expect(
            presenter.message(for: LayerFailure(failureKind: .unavailable(retryAfter: nil)))
                == UserMessage(
                    message: "This is not available right now. Please try again later.", isRecoverable: true))
    }

    @Test(arguments: [
        (Duration.seconds(-1), "Please try again."), (.zero, "Please try again."),
        (.milliseconds(1), "Try again in 1 second."), (.milliseconds(1001), "Try again in 2 seconds."),
        (.seconds(119), "Try again in 119 seconds."), (.seconds(120), "Try again in 2 minutes."),
        (.seconds(300), "Try again in 5 minutes."), (.seconds(301), "Try again in 6 minutes."),
        (.seconds(7200), "Try again in 2 hours."), (.seconds(7201), "Try again in 3 hours."),
        (.seconds(Int64.max), "Try again in 2562047788015216 hours."),
        (.seconds(1e20), "Try again in 2562047788015216 hours."), (.seconds(-1e20), "Please try again."),
    ])
    func `times are rounded up to what people say`(wait: Duration, text: String) {
        #expect(
            presenter.message(for: LayerFailure(failureKind: .unavailable(retryAfter: wait)))?.message == text
        )
    }

    @Test func `what a protected call failed with is unwrapped`() {
        let failure = LayerFailure(failureKind: .failed(LayerFailure(failureKind: .failed(Unreachable()))))
        #expect(presenter.message(for: failure)?.message == "The service is out of reach.")
        #expect(presenter.message(for: LayerFailure(failureKind: .failed(CancellationError()))) == nil)
    }

    /// What a protected call failed with, of the kind that the error inside has, as `CallFailure` is.
    private struct Call: FailureDescribing {
        let error: any FailureDescribing
        var failureKind: FailureKind { error.failureKind }
        var underlyingFailure: (any Error)? { error }
    }

    @Test func `a rule sees what a protected call failed with, also if that knows its kind`() {
        let presenter = presenter.adding { $0 is LayerFailure ? UserMessage(message: "rule") : nil }
        for kind in [FailureKind.timedOut, .unavailable(retryAfter: nil), .failed(Unexplained())] {
            let call = Call(error: Call(error: LayerFailure(failureKind: kind)))
            #expect(presenter.message(for: call) == UserMessage(message: "rule"))
            #expect(presenter.message(for: LayerFailure(failureKind: .failed(call))) == UserMessage(message: "rule"))
        }
    }

    @Test func `what a protected call failed with has its own words, and else those of its kind`() {
        #expect(presenter.message(for: Call(error: Everything())) == UserMessage(message: "its own words"))
        #expect(presenter.message(for: Call(error: Everything(kind: .cancelled))) == nil)
        #expect(
            presenter.message(for: Call(error: LayerFailure(failureKind: .timedOut)))
                == presenter.message(for: LayerFailure(failureKind: .timedOut)))
    }

    @Test func `a wrapper is described where what it wraps has no words`() {
        #expect(
            presenter.message(for: Described(failureKind: .failed(Unexplained())))?.message
                == "its description")
        #expect(
            presenter.message(for: Described(failureKind: .failed(urlError(-1001))))?.message
                == "This took too long. Please try again.")
    }

    @Test func `an error that names itself as what it failed with ends`() {
        final class Endless: FailureDescribing {
            var failureKind: FailureKind { .failed(self) }
        }
        #expect(
            presenter.message(for: Endless())?.message == "An unexpected error occurred. Please try again.")
    }

    @Test func `a description is used where there is one`() {
        #expect(
            presenter.message(for: Localized(errorDescription: "its description"))
                == UserMessage(message: "its description"))
        #expect(presenter.message(for: Localized()) == presenter.message(for: Unexplained()))
    }

    @Test func `what nobody knows gets a general sentence`() {
        #expect(
            presenter.message(for: Unexplained())
                == UserMessage(
                    message: "An unexpected error occurred. Please try again.", isRecoverable: true))
    }

    @Test func `userInfo and localizedDescription are never shown`() {
        let error = NSError(
            domain: "SomeDomain", code: 7,
            userInfo: [NSLocalizedDescriptionKey: "Failed to connect to 127.0.0.1 port 1"])
        #expect(presenter.message(for: error)?.message == "An unexpected error occurred. Please try again.")
    }

    @Test func `what a factory threw is what is shown`() {
        let error = ServiceError.factoryFailed(
            serviceType: "A",
            underlyingError: ServiceError.factoryFailed(serviceType: "B", underlyingError: Unreachable()))
        #expect(presenter.message(for: error)?.message == "The service is out of reach.")
        #expect(
            presenter.adding { $0 is Unreachable ? UserMessage(message: "rule") : nil }.message(for: error)?
                .message == "rule")
        #expect(
            presenter.message(
                for: ServiceError.factoryFailed(serviceType: "A", underlyingError: CancellationError()))
                == nil)
        #expect(
            presenter.message(
                for: ServiceError.factoryFailed(serviceType: "A", underlyingError: Unexplained()))?.message
                == "An unexpected error occurred. Please try again.")
    }

    @Test(arguments: [
        ServiceError.notRegistered(serviceType: "A"),
        .circularDependency(serviceType: "A", chain: ["A", "A"]),
        .maxDepthExceeded(depth: 1, chain: ["A"]),
    ])
    func `a service that cannot be made has words without its name`(error: ServiceError) {
        #expect(
            presenter.message(for: error)
                == UserMessage(message: "This part of the app cannot be used right now."))
    }

    @Test func `the app names the cancellations of its transport`() {
        struct Aborted: Error {}
        let presenter = presenter.adding(cancellations: { $0 is Aborted })
        #expect(presenter.message(for: Aborted()) == nil)
        #expect(presenter.isCancellation(LayerFailure(failureKind: .failed(Aborted()))))
        #expect(!presenter.isCancellation(Unexplained()))
    }

    @Test func `finding words logs nothing`() {
        let log = Journal<String>()
        _ = presenter.logging { log.add($0) }.message(for: Unexplained())
        #expect(log.all.isEmpty)
    }

    @Test func `the words come in the presenter's language`() {
        let presenter = ErrorPresenter(texts: .simplifiedChinese)
        #expect(presenter.message(for: Unexplained())?.message == "发生意外错误。请重试。")
        #expect(presenter.message(for: AppError.serverError(503))?.message == "服务器错误（503）。请稍后重试。")
        #expect(
            presenter.message(for: LayerFailure(failureKind: .unavailable(retryAfter: .seconds(40))))?.message
                == "请在 40 秒后重试。")
    }
}
