/// The code that the rule must and must not report, which are its tests and its page as well.
extension StaleErrorOnRetryRule {
    static let triggering: [RuleExample] = [
        """
        final class ItemsController {
            private(set) var errorMessage: String?
            func load() async {
                do {
                    items = try await service.items()
                } catch {
                    guard !Task.isCancelled else { return }
                    ↓errorMessage = "Not loaded."
                }
            }
        }
        """,
        """
        final class ItemsController {
            private(set) var error: (any Error)?
            func load() async {
                isLoading = true
                defer { isLoading = false }
                do { items = try await service.items() } catch {
                    if !Task.isCancelled { ↓self.error = error }
                }
            }
        }
        """,
        """
        final class SearchModel: ObservableObject {
            @Published var searchError: String?
            func search(_ text: String) {
                Task {
                    do { results = try await index.search(text) } catch { ↓searchError = "Search failed." }
                }
            }
        }
        """,
        """
        struct ItemsView: View {
            @State private var errorText = ""
            var body: some View {
                Text(errorText)
                Button("Load") {
                    Task {
                        do { items = try await client.items() } catch { ↓errorText = "Not loaded." }
                    }
                }
            }
        }
        """,
        """
        final class OrderController {
            var submissionError: String?
            func submit() async {
                validate()
                do {
                    try await orders.submit(order)
                    submissionError = nil
                } catch { ↓submissionError = "Not sent." }
            }
            func validate() { problems = order.problems }
        }
        """,
        """
        class ProfileViewController: UIViewController {
            var lastError: Error?
            func refresh() async {
                defer { spinner.stop() }
                do { try await reload() } catch {
                    if !Task.isCancelled { ↓lastError = error; layOut() }
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
    ]

    static let clean: [RuleExample] = [
        """
        // FILE: Sources/App/MembersModel.swift
        final class MembersModel: ObservableObject {
            @Published var error: (any Error)?
            func refresh() async {
                do { members = try await client.members() } catch {
                    guard !Task.isCancelled else { return }
                    self.error = error
                }
            }
        }
        // FILE: Sources/App/MembersView.swift
        struct MembersView: View {
            var body: some View { List(model.members).refreshable { await model.refresh() }.presentingErrors($model.error) }
        }
        """,
        """
        final class ItemsController {
            var message: String?
            var loadError: String?
            func load() async {
                do { items = try await service.items() } catch {
                    loadError = "Not loaded."
                    showAlert = true
                }
            }
            func save() async {
                do { try await service.save() } catch { alertMessage = "Not saved." }
            }
        }
        """,
        """
        // FILE: Sources/App/ItemsController.swift
        final class ItemsController {
            var saveError: String?
            func save() async {
                do { try await service.save() } catch { saveError = "Not saved." }
            }
        }
        // FILE: Sources/App/ItemsView.swift
        struct ItemsView: View {
            @State var controller = ItemsController()
            var body: some View {
                Form {}.alert("Not saved", isPresented: $isShowing) {} message: { Text(controller.saveError ?? "") }
            }
        }
        """,
        """
        final class FeedModel: ObservableObject {
            @Published var state = FeedState()
            init() async {
                do { state.posts = try await client.posts() } catch { state.errorMessage = "Not loaded." }
            }
            func load() async {
                state.errorMessage = nil
                do { state.posts = try await client.posts() } catch { state.errorMessage = "Not loaded." }
            }
            func loadMore() async {
                guard errorMessage == nil else { return }
                do { posts += try await client.posts() } catch { errorMessage = "Not loaded." }
            }
            func reload() async {
                (errorMessage, posts) = (nil, [])
                do { posts = try await client.posts() } catch { errorMessage = "Not loaded." }
            }
        }
        """,
        """
        final class ItemsController {
            var errorMessage: String?
            func load() async {
                errorMessage = nil
                do { items = try await service.items() } catch { errorMessage = "Not loaded." }
            }
        }
        """,
        """
        final class ItemsController {
            var errorMessage: String?
            func clearError() { errorMessage = nil }
            func load() async {
                clearError()
                do { items = try await service.items() } catch { errorMessage = "Not loaded." }
            }
        }
        """,
        """
        final class ItemsController {
            var phase: Phase = .idle
            func load() async {
                phase = .loading
                do { phase = .loaded(try await service.items()) } catch { phase = .failed(error) }
            }
        }
        """,
        """
        final class ItemsController {
            var error: (any Error)?
            func dismissError() { error = nil }
            func send(_ text: String) async {
                do { try await service.send(text) } catch { self.error = error }
            }
        }
        """,
        """
        final class ItemsController {
            var errorMessage: String?
            func start() { errorMessage = nil; isLoading = true }
            func load() async {
                start()
                do { items = try await service.items() } catch { errorMessage = "Not loaded." }
            }
        }
        """,
        """
        final class ItemsController {
            var errorMessage: String?
            func retry() async { errorMessage = nil; await load() }
            func load() async {
                do { items = try await service.items() } catch { errorMessage = "Not loaded." }
            }
        }
        """,
        """
        final class ItemsController {
            var showingError = false
            func load() async {
                do { items = try await service.items() } catch { showingError = true }
            }
        }
        """,
        """
        final class ItemsController {
            var errorMessage: String?
            func load() async {
                do {
                    errorMessage = nil
                    items = try await service.items()
                } catch { errorMessage = "Not loaded." }
            }
        }
        """,
        """
        final class ItemsController {
            var errorMessage: String?
            func load() {
                Task {
                    self.errorMessage = nil
                    do { items = try await service.items() } catch { self.errorMessage = "Not loaded." }
                }
            }
        }
        """,
    ]
}
