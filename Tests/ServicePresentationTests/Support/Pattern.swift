import ServicePresentation
import Testing

/// The ways to write a controller that the tests compare.
enum Pattern: CaseIterable {
    case handWritten, handWrittenState, serviceAction

    @MainActor func makeController(_ service: GatedService<String, Answer>) -> any ComparedController {
        switch self {
        case .handWritten: HandWrittenController(service: service)
        case .handWrittenState: HandWrittenStateController(service: service)
        case .serviceAction: ActionController(service: service)
        }
    }

    /// Expects something that holds with an action, and that does not hold in what is written by hand.
    @MainActor func expectOnlyOfAction(_ expectation: () -> Void) {
        withKnownIssue("a fault of the hand-written pattern") {
            expectation()
        } when: {
            self != .serviceAction
        }
    }
}

@MainActor protocol ComparedController: AnyObject {
    var answer: Answer? { get }
    var errorMessage: String? { get }
    var isLoading: Bool { get }
    func load(_ query: String) async
    func start(_ query: String)
}

/// A controller that leaves it all to an action.
@MainActor final class ActionController: ComparedController {
    let action: ServiceAction<String, Answer>

    init(service: GatedService<String, Answer>) {
        action = ServiceAction { try await service.call($0) }
    }

    var answer: Answer? { action.value }
    var errorMessage: String? { action.errorMessage }
    var isLoading: Bool { action.isRunning }
    func load(_ query: String) async { await action.run(query) }
    func start(_ query: String) { action.start(query) }
}

extension HandWrittenController: ComparedController {}

extension HandWrittenStateController: ComparedController {
    var answer: Answer? { if case .loaded(let answer) = state { answer } else { nil } }
    var errorMessage: String? { if case .failed(let message) = state { message } else { nil } }
    var isLoading: Bool { if case .loading = state { true } else { false } }
    func start(_ query: String) { Task { await load(query) } }
}
