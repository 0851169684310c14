import Service
import ServicePresentation
import Testing

@Suite struct ErrorStateTests {
    private func state(_ message: String?, showing: Bool = false, loading: Bool = false) -> ErrorState {
        var state = ErrorState()
        state.errorMessage = message
        state.showingError = showing
        state.isLoading = loading
        return state
    }

    @Test func `it begins with nothing`() {
        #expect(ErrorState() == state(nil))
        #expect(!ErrorState().hasError)
    }

    @Test func `begin loads and takes the old error away`() {
        var state = state("old", showing: true)
        state.begin()
        #expect(state == self.state(nil, loading: true))
    }

    @Test func `succeed ends loading`() {
        var state = state(nil, loading: true)
        state.succeed()
        #expect(state == ErrorState())
    }

    @Test func `fail ends loading and shows words for people`() {
        var state = state(nil, loading: true)
        state.fail(AppError.networkUnavailable)
        #expect(state == self.state("No internet connection. Please try again.", showing: true))
        #expect(state.hasError)
    }

    @Test func `fail asks the given presenter`() {
        var state = ErrorState()
        state.fail(Unexplained(), presenter: .standard.adding { _ in UserMessage(message: "rule") })
        #expect(state.errorMessage == "rule")
    }

    @Test func `a cancellation as a failure ends loading and shows nothing`() {
        var state = state(nil, loading: true)
        state.fail(LayerFailure(failureKind: .cancelled))
        #expect(state == ErrorState())
    }

    @Test func `set shows a message or takes it away and leaves loading alone`() {
        var state = state(nil, loading: true)
        state.set("a")
        #expect(state == self.state("a", showing: true, loading: true))
        state.set(nil)
        #expect(state == self.state(nil, loading: true))
    }

    @Test func `dismiss takes the message away`() {
        var state = state("a", showing: true)
        state.dismiss()
        #expect(state == ErrorState())
    }

    @Test func `an error that is not shown is still an error`() {
        var state = state("a", showing: true)
        state.showingError = false
        #expect(state.hasError)
    }

    @Test func `cancel ends loading only`() {
        var state = state("a", showing: true, loading: true)
        state.cancel()
        #expect(state == self.state("a", showing: true))
    }
}
