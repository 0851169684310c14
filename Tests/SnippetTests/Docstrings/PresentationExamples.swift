import Observation
import ServicePresentation
import Testing

// The examples of the docstrings of `ServicePresentation`. Those of its views are in WithSwiftUISnippets.

private struct QuotaExceeded: Error {}
private struct RequestAborted: Error {}

private struct Logger: Sendable {
    func error(_ text: String) {}
}

private struct Post: Sendable {
    var id = 1
    var likes = 0
}

private protocol LikeService: Sendable {
    func like(_ id: Int) async throws
}

@MainActor private enum ActionExamples {
    typealias SearchService = any ItemService

    static func busy(_ load: ServiceAction<Void, [Item]>, _ save: ServiceAction<Item, Void>) {
        let busy = BusyIndicator(load, save)
        #expect(!busy.isBusy)
    }

    static func like(_ post: Post, service: any LikeService) async {
        let likes = OptimisticValue(post.likes)
        await likes.update {
            $0 += 1
        } commit: {
            try await service.like(post.id)
        }
    }

    static func pages(service: any ItemService) {
        let pages = Pagination(first: 0) { offset in
            let items = try await service.items(from: offset, count: 50)
            return .init(items: items, next: items.isEmpty ? nil : offset + items.count)
        }
        _ = pages
    }

    static func pull(service: any ItemService) {
        let items = ServiceAction<Void, [Item]>(overlap: .joinInFlight) { try await service.items() }
        let pull = PullToRefresh(items)
        _ = pull
    }

    @Observable @MainActor final class SearchController {
        let search: ServiceAction<String, [Item]>

        init(service: SearchService) {
            search = ServiceAction(debounce: .milliseconds(300)) { query in try await service.search(query) }
        }
    }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct WaitingExamples {
    @Test func `a test waits until nothing runs any more`() async {
        let action = ServiceAction<String, [String]> { _ in ["Lamp"] }
        action.start("lamp")
        await action.settled()
        #expect(action.value == ["Lamp"])
    }
}

@MainActor private enum Fields {
    static func fields() {
        let password = Field("", .password())
        let confirmation = Field("", .required).matches(password)
        _ = confirmation
    }

    static func form(service: any AccountService) async {
        let email = Field("", .email)
        let password = Field("", .password())
        let form = ServiceForm(["email": email, "password": password])

        let isDone = await form.submit { try await service.signUp(email: email.value, password: password.value) }
        _ = isDone
    }

    static func validators() {
        let name = Validator<String>.required.and(.length(...80))
        let optionalEmail = Validator<String>.email.orEmpty
        let even = Validator<Int> { $0.isMultiple(of: 2) ? nil : "Choose an even number" }
        _ = (name, optionalEmail, even)
    }
}

private enum Words {
    static func presenter(logger: Logger) {
        let presenter = ErrorPresenter.standard
            .adding { $0 is QuotaExceeded ? UserMessage(message: "Your plan is full.") : nil }
            .adding(cancellations: { $0 is RequestAborted })
            .logging { logger.error("\($0)") }
        _ = presenter
    }

    static func language() {
        PresentationTexts.current = .simplifiedChinese
    }

    static func lacks(_ german: PresentationTexts) {
        #expect(german.untranslated(from: .english) == ["okay"])
    }

    static func german() {
        var german = PresentationTexts.english
        german.required = "Dieses Feld wird benötigt"
        _ = german
    }
}

private enum Reducing {
    struct State: Equatable {
        var items: [Item] = []
        var status = ErrorState()
    }

    enum Action: Sendable { case itemsResponse(Result<[Item], any Error>) }

    static func effect(service: any ItemService, send: (Action) async -> Void) async throws {
        let result = try await Result(cancellable: { try await service.items() })
        await send(.itemsResponse(result))
    }
}
