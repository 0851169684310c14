/// The code that the rule must and must not report, which are its tests and its page as well.
extension MissingCancellationCheckRule {
    static let triggering: [RuleExample] = [
        """
        @MainActor final class FeedController {
            func load() async { do { posts = try await client.posts() } catch { ↓errorMessage = "Not loaded." } }
            func start() { Task { try await withThrowingTaskGroup { group in group.addTask { await self.load() } } } }
        }
        """,
        """
        final class FeesViewModel: ObservableObject {
            @Published var state: ViewState = .idle
            private var tasks: Set<AnyCancellable> = []
            func load() {
                tasks = []
                Task { [weak self, fees] in
                    do { self?.show(try await fees.all()) } catch { ↓self?.state = .failed(error) }
                }.store(in: &tasks)
            }
        }
        """,
        """
        @Observable @MainActor final class ItemsController {
            private(set) var errorMessage: String?
            func load() async {
                errorMessage = nil
                do {
                    items = try await service.items()
                } catch {
                    ↓errorMessage = "The items could not be loaded."
                }
            }
        }
        """,
        """
        final class ProfileViewModel: ObservableObject {
            @Published var state: ViewState = .idle
            func load() {
                task = Task {
                    do {
                        let profile = try await api.profile()
                        state = .loaded(profile)
                    } catch {
                        ↓self.state = .failed(error)
                    }
                }
            }
        }
        """,
        """
        // FILE: Sources/App/ItemsController.swift
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch { ↓errorMessage = "Not loaded." }
            }
        }
        // FILE: Sources/App/ItemsView.swift
        struct ItemsView: View {
            var body: some View { List(controller.items).task { await controller.load() } }
        }
        """,
        """
        struct ItemsView: View {
            @State private var loadError: Error?
            var body: some View {
                List(items).task {
                    do { items = try await client.items() } catch { ↓loadError = error }
                }
            }
        }
        """,
        """
        class SearchViewController: UIViewController {
            var showingError = false
            func search() {
                searchTask?.cancel()
                searchTask = Task { [weak self] in
                    do {
                        let found = try await self?.index.search(text)
                        self?.show(found)
                    } catch {
                        ↓self?.showingError = true
                    }
                }
            }
        }
        """,
        """
        final class FeedModel: ObservableObject {
            @Published var state = FeedState()
            func load() async {
                do { state.posts = try await client.posts() } catch { ↓state.errorMessage = "Not loaded." }
            }
        }
        """,
        """
        @MainActor final class FeedController {
            var error: (any Error)?
            func follow() async {
                do {
                    for try await post in client.posts() { posts.append(post) }
                } catch let failure {
                    log(failure)
                    ↓error = failure
                }
            }
        }
        """,
        """
        extension OrderController {
            func submit() async {
                isLoading = true
                defer { isLoading = false }
                do {
                    try await orders.submit(order)
                } catch let error as OrderError {
                    errorMessage = error.userMessage
                } catch {
                    ↓errorMessage = "Not sent. Please try again."
                }
            }
        }
        """,
    ]
}
