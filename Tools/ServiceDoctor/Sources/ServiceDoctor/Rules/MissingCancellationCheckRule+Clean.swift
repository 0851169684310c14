/// The code that the rule must not report, which is its tests and a part of its page as well.
extension MissingCancellationCheckRule {
    static let clean: [RuleExample] = [
        """
        // FILE: Sources/App/CallController.swift
        @MainActor final class CallController {
            func answer() async { do { try await line.open() } catch { errorMessage = "Not answered." } }
            func connect() { line.onRing = { Task { await self.answer() } } }
        }
        """,
        """
        actor Thumbnails {
            func thumbnail(of url: URL) async throws -> Image {
                if let task = tasks[url] { return try await task.value }
                let task = Task { try Image(url) }
                tasks[url] = task
                return try await task.result.get()
            }
        }
        struct ThumbnailView: View {
            @State private var loadError: (any Error)?
            var body: some View {
                Canvas().task(id: url) {
                    do { image = try await thumbnails.thumbnail(of: url) } catch { loadError = error }
                }
            }
        }
        """,
        """
        struct MembersView: View {
            @State private var errorDetails: Details?
            var body: some View {
                List(members).task(id: filter) {
                    do { members = try await client.members(filter) } catch {
                        var details = describe(error)
                        details?.title = "No members"
                        errorDetails = details
                    }
                }
            }
        }
        func describe(_ error: any Error) -> Details? { error is CancellationError ? nil : Details(error) }
        """,
        """
        final class ExportController {
            private var states: [Int: ExportState] = [:]
            func export(_ id: Int) {
                exporting?.cancel()
                exporting = Task {
                    do { try await exporter.export(id) } catch {
                        if var jobState = states[id] {
                            jobState.error = error
                            states[id] = jobState
                        }
                    }
                }
            }
        }
        """,
        """
        // FILE: Sources/App/FeedController.swift
        @MainActor final class FeedController {
            func load() async { do { posts = try await client.posts() } catch { errorMessage = "Not loaded." } }
            func warmUp() async { await Task.detached { await self.load() }.value }
        }
        // FILE: Sources/App/FeedView.swift
        struct FeedView: View {
            var body: some View {
                let again: @MainActor () -> Void = { Task { await controller.load() } }
                Button("Again", action: again)
                Button("Both") { Task { await withTaskGroup { group in group.addTask { await controller.load() } } } }
            }
        }
        """,
        """
        final class SpaceViewModel: ObservableObject {
            @Published var errorText: String?
            private var task: Task<Void, Never>?
            init(spaces: Spaces) {
                task = Task { [weak self] in
                    do { self?.space = try await spaces.open() } catch { self?.errorText = "Not opened." }
                }
            }
            deinit { task?.cancel() }
        }
        """,
        """
        @MainActor final class ItemsController {
            func load() {
                loading?.cancel()
                loading = Task {
                    do { items = try await Task.detached { try parsed(file) }.value } catch { errorMessage = "Not read." }
                }
            }
            func answer() {
                answering = Task {
                    do {
                        for try await part in model.answer(to: question) {
                            if Task.isCancelled { break }
                            text += part
                        }
                    } catch { errorMessage = "No answer." }
                }
            }
        }
        """,
        """
        actor Layouts {
            func storeLayout(_ layout: Layout) async throws {
                _ = try? await client.layouts()
                try writeToDisk(layout)
                try await changed(layout)
                await MainActor.run { center.post(.changed) }
            }
            private func changed(_ layout: Layout) async throws {
                try await withCheckedThrowingContinuation { queue.add(layout, $0) }
            }
        }
        @MainActor final class LayoutController {
            func save() {
                saving?.cancel()
                saving = Task { do { try await layouts.storeLayout(layout) } catch { errorMessage = "Not saved." } }
            }
        }
        """,
        """
        actor Backups {
            func keepCopy(_ items: [Item]) async throws { try encode(items).write(to: folder); await changes.post(items) }
        }
        @MainActor final class BackupController {
            func save() {
                saving?.cancel()
                saving = Task { do { try await backups.keepCopy(items) } catch { errorMessage = "Not saved." } }
            }
        }
        """,
        """
        final class Radio {
            static func scanned(_ work: @escaping () throws -> [Device]) async throws -> [Device] {
                try await withCheckedThrowingContinuation { continuation in queue.async { continuation.resume(with: Result(catching: work)) } }
            }
            static func scanned(_ work: @escaping () throws -> [Device], completion: @escaping ([Device]) -> Void) {}
        }
        @MainActor final class DeviceController {
            func scan() {
                task = Task { do { devices = try await Radio.scanned(find) } catch { errorMessage = "Nothing found." } }
            }
        }
        """,
        """
        struct ItemsView: View {
            @State private var errorDetails: Details?
            var body: some View {
                List(items).refreshable {
                    do { try await client.refresh() } catch { errorDetails = describe(error) }
                }
            }
        }
        // FILE: Sources/App/Describe.swift
        func describe(_ error: any Error) -> Details? { isBoring(error) ? nil : Details(error) }
        private func isBoring(_ error: any Error) -> Bool { error is CancellationError }
        """,
        """
        actor Presets { func savePreset(_ preset: Preset) throws { try preset.write(to: folder) } }
        @MainActor final class PresetsController {
            func save() {
                task?.cancel()
                task = Task { do { try await presets.savePreset(preset) } catch { errorMessage = "Not saved." } }
            }
        }
        """,
        """
        final class FeesViewModel: ObservableObject {
            @Published var state: ViewState = .idle
            private var tasks: Set<AnyCancellable> = []
            init(fees: Fees) {
                Task { [weak self] in
                    do { self?.show(try await fees.all()) } catch { self?.state = .failed(error) }
                }.cancellable().store(in: &tasks)
            }
        }
        """,
        """
        @MainActor final class OffersController {
            func load() async {
                do { offers = try await shop.offers() } catch { errorMessage = "Not loaded." }
            }
            func start() { task = Task { await load() } }
        }
        // FILE: Sources/App/ShopProvider.swift
        struct ShopProvider { func offers() async throws -> [Offer] { try await Shop.shared.offers() } }
        // FILE: Sources/App/Shop.swift
        protocol Shopping { func offers() async throws -> [Offer] }
        final class Shop: Shopping {
            func offers() async throws -> [Offer] { try await offers(policy: .fresh) }
            func offers(policy: Policy) async throws -> [Offer] { try await fetched(policy) }
            private func fetched(_ policy: Policy) async throws -> [Offer] {
                try await withCheckedThrowingContinuation { continuation in
                    load(policy) { continuation.resume(with: $0) }
                }
            }
        }
        """,
        """
        @MainActor final class ItemsController {
            func load() async {
                do { items = try await stored() } catch { errorMessage = "Not loaded." }
            }
            private func stored() async throws -> [Item] {
                try await withCheckedThrowingContinuation { continuation in store.load { continuation.resume(with: $0) } }
            }
            func start() { task = Task { await load() } }
        }
        """,
        """
        final class ItemsController {
            func load() {
                Task {
                    do { items = try await service.items() } catch { errorMessage = "Not loaded." }
                }
            }
            func save() {
                _ = Task.detached { [self] in
                    do { try await service.save() } catch { errorMessage = "Not saved." }
                }
            }
        }
        """,
        """
        // FILE: Sources/App/ItemsController.swift
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch { errorMessage = "Not loaded." }
            }
            func reload() async { await load() }
        }
        // FILE: Sources/App/ItemsView.swift
        struct ItemsView: View {
            var body: some View { Button("Reload") { Task { await controller.reload() } } }
        }
        """,
        """
        final class ItemsController {
            func load() {
                attempt += 1
                let number = attempt
                task?.cancel()
                task = Task {
                    do { items = try await service.items() } catch {
                        guard self.attempt == number else { return }
                        errorMessage = "Not loaded."
                    }
                }
            }
        }
        """,
        """
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch {
                    if !Task.isCancelled {
                        errorMessage = "Not loaded."
                    }
                }
            }
        }
        """,
        """
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch {
                    guard !Task.isCancelled else { return }
                    errorMessage = "Not loaded."
                }
            }
        }
        """,
        """
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch is CancellationError {
                    return
                } catch {
                    errorMessage = "Not loaded."
                }
            }
        }
        """,
        """
        return .run { send in
            do { await send(.loaded(try await client.items())) } catch { await send(.failed(error)) }
        }
        """,
        """
        final class FormController {
            func save() {
                do { try store.save(form) } catch { errorMessage = "Not saved." }
            }
        }
        """,
        """
        final class ItemsController {
            func load() async {
                do throws(StoreError) { items = try await service.items() } catch {
                    errorMessage = error.userMessage
                }
            }
        }
        """,
        """
        final class ItemsController {
            func load() async -> Failure? {
                var lastError: (any Error)?
                do { items = try await service.items() } catch { lastError = error }
                return lastError.map(Failure.init)
            }
        }
        """,
        """
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch where !isCancellation(error) {
                    errorMessage = "Not loaded."
                } catch { errorMessage = nil }
            }
        }
        """,
        """
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch {
                    errorMessage = presenter.message(for: error)?.message
                }
            }
        }
        """,
        """
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch {
                    errorMessage = Task.isCancelled ? nil : "Not loaded."
                }
            }
            func save() async {
                do { try await service.save() } catch {
                    switch error {
                    case StoreError.locked: errorMessage = "Somebody else is saving."
                    default: logger.error("\\(error)")
                    }
                }
            }
            func sync() async {
                do { try await service.sync() } catch {
                    if case StoreError.offline = error { errorMessage = "There is no connection." }
                    guard let known = error as? StoreError else { return }
                    errorMessage = known.userMessage
                }
            }
        }
        """,
    ]
}
