import Foundation
import Observation
import Service
import ServicePresentation
import ServiceTesting
import Testing

enum ActionsByHand {
    // snippet: actions-load-by-hand
    @Observable
    @MainActor
    final class ItemsController {
        private(set) var items: [Item] = []
        private(set) var errorMessage: String?
        private(set) var canRetry = false
        private(set) var isLoading = false
        private let service: any ItemService

        init(service: any ItemService) {
            self.service = service
        }

        func load() async {
            isLoading = true
            errorMessage = nil
            canRetry = false
            defer { isLoading = false }
            do {
                items = try await service.items()
            } catch let networkError as NetworkError {
                if !Task.isCancelled {
                    errorMessage = networkError.errorDescription
                    canRetry = networkError.isRecoverable
                }
            } catch {
                if !Task.isCancelled {
                    errorMessage = error.localizedDescription
                }
            }
        }

        func retry() async {
            await load()
        }

        func clearError() {
            errorMessage = nil
        }
    }
    // snippet end

    // snippet: actions-search-by-hand
    @Observable
    @MainActor
    final class SearchController {
        private(set) var results: [Item] = []
        private(set) var errorMessage: String?
        private(set) var isSearching = false
        private var searchTask: Task<Void, Never>?
        private let service: any ItemService

        init(service: any ItemService) {
            self.service = service
        }

        func search(_ query: String) {
            searchTask?.cancel()
            searchTask = Task {
                isSearching = true
                errorMessage = nil
                defer { isSearching = false }
                do {
                    try await Task.sleep(for: .milliseconds(300))
                    results = try await service.search(query)
                } catch {
                    if !Task.isCancelled {
                        errorMessage = error.localizedDescription
                    }
                }
            }
        }
    }
    // snippet end
}

enum Actions {
    // snippet: actions-load
    @MainActor
    final class ItemsController {
        let items: ServiceAction<Void, [Item]>

        init(service: any ItemService) {
            items = ServiceAction { try await service.items() }
        }
    }
    // snippet end

    // snippet: actions-inject
    @MainActor
    @Observable
    final class InventoryModel {
        @ObservationIgnored @Service private var service: any ItemService
        let items: ServiceAction<Void, [Item]>

        init() {
            let service = _service
            items = ServiceAction { try await service().items() }
        }
    }
    // snippet end

    // snippet: actions-search
    @MainActor
    final class SearchController {
        let results: ServiceAction<String, [Item]>

        init(service: any ItemService) {
            results = ServiceAction(debounce: .milliseconds(300)) { query in
                try await service.search(query)
            }
        }
    }
    // snippet end

    @MainActor static func phaseText(_ action: ServiceAction<Void, [Item]>) -> String {
        // snippet: actions-phases
        switch action.phase {
        case .idle: "Nothing yet"
        case .loading: "Loading"
        case .loaded(let items): "\(items.count) items"
        case .reloading(let items): "\(items.count) items, looking for more"
        case .failed(let message): message.message
        case .reloadFailed(let items, let message): "\(items.count) items. \(message.message)"
        }
        // snippet end
    }

    @MainActor static func makeRetrying(service: any ItemService) -> ServiceAction<Void, [Item]> {
        // snippet: actions-retry
        let items = ServiceAction(
            overlap: .joinInFlight, retry: .recoverable(maxAttempts: 3, delay: .seconds(2))
        ) {
            try await service.items()
        }
        // snippet end
        return items
    }

    // snippet: actions-shared
    @MainActor
    final class EditorModel {
        let load: ServiceAction<Void, [Item]>
        let save: ServiceAction<Item, Void>
        let busy: BusyIndicator
        let pull: PullToRefresh<Void, [Item]>

        init(service: any ItemService) {
            load = ServiceAction { try await service.items() }
            save = ServiceAction { try await service.rename($0.id, to: $0.name) }
            busy = BusyIndicator(load, save)
            pull = PullToRefresh(load)
        }
    }
    // snippet end

    @MainActor static func paginate(service: any ItemService) -> Pagination<Item, Int> {
        // snippet: actions-pages
        let pages = Pagination<Item, Int>(first: 0) { offset in
            let items = try await service.items(from: offset, count: 50)
            return .init(items: items, next: items.isEmpty ? nil : offset + items.count)
        }
        // snippet end
        return pages
    }

    @MainActor static func show(_ pages: Pagination<Item, Int>) async -> (names: [String], footer: String) {
        // snippet: actions-pages-show
        await pages.loadMore()  // when the last row appears; the first page as well
        let names = pages.items.map(\.name)  // all pages so far
        let footer = pages.isLoadingMore ? "Loading" : pages.errorMessage ?? (pages.hasMore ? "" : "That is all")
        // snippet end
        return (names, footer)
    }

    @MainActor static func rename(_ item: OptimisticValue<Item>, service: any ItemService) async {
        // snippet: actions-optimistic
        let id = item.value.id
        await item.update {
            $0.name = "Lamp"
        } commit: {
            try await service.rename(id, to: "Lamp")
        }
        // snippet end
    }
}

/// Answers every search with what was searched for, and has a single page.
struct EchoingItems: ItemService {
    func items() async throws -> [Item] { [Item(id: 1, name: "Lamp")] }
    func items(from offset: Int, count: Int) async throws -> [Item] { offset == 0 ? try await items() : [] }
    func search(_ query: String) async throws -> [Item] { [Item(id: 1, name: query)] }
    func rename(_ id: Int, to name: String) async throws {}
}

@Suite(.timeLimit(.minutes(1))) @MainActor struct ActionSnippetTests {
    private let service = EchoingItems()
    private let presenter = ErrorPresenter.standard

    // snippet: actions-test
    @Test func `a search waits for a pause in typing`() async {
        let clock = ManualClock()
        let search = ServiceAction(presenter: presenter, debounce: .milliseconds(300), clock: clock) { query in
            try await service.search(query)
        }

        search.start("lam")
        search.start("lamp")
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(300))
        await search.settled()

        #expect(search.value?.map(\.name) == ["lamp"])
    }
    // snippet end

    @Test func `an action uses an injected service`() async {
        let env = ServiceEnv(name: "actions")
        env.register((any ItemService).self) { EchoingItems() }
        let model = ServiceEnv.$current.withValue(env) { Actions.InventoryModel() }
        #expect(await model.items.run()?.count == 1)
    }

    @Test func `a list shows its pages and its end`() async {
        let pages = Actions.paginate(service: service)
        #expect(await Actions.show(pages) == (["Lamp"], ""))
        #expect(await Actions.show(pages) == (["Lamp"], "That is all"))
    }
}
