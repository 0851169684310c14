import SwiftSyntax

struct MissingCancellationCheckRule: Rule {
    let description = RuleDescription(
        id: "missing_cancellation_check",
        severity: .error,
        summary: "Finds error state that is set after an awaited call, even when the task was cancelled.",
        reason: """
            People leave a screen while it loads. Its task is cancelled, the call throws, and the next screen greets them \
            with an error about something they gave up. An error where a task that something cancels calls it in a controller, a \
            warning in other types, a note where the source does not tell who calls it.
            """,
        exceptions: """
            A `Task { … }` whose handle nobody keeps, as nothing can cancel it, and functions that only such tasks call; a \
            catch that asks `Task.isCancelled`, an earlier `catch is CancellationError`, typed catches and typed throws, \
            presenters that know cancellation, errors thrown on, and effects that `send` their result.
            """,
        triggering: [
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
        ],
        clean: [
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
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            let failures = statement.failures(in: unit)
            guard !failures.allSatisfy(\.isEmpty), statement.node.throwsClause == nil, statement.awaitsThrowing else {
                return []
            }
            let context = TaskContext(around: statement.node)
            guard context != .dropped else { return [] }
            let waited = statement.throwingExpressions.flatMap { attempt in
                attempt.descendants(AwaitExprSyntax.self, nested: false).flatMap(TaskFacts.waitedCalls)
            }
            var candidates: [Candidate] = []
            for (clause, failures) in zip(statement.catchClauses, failures) {
                // A cancellation that an earlier clause took cannot arrive in a later one.
                if unit.words.hints.contains(.cancellation),
                    clause.catchItems.contains(where: { $0.mentions(CatchClauseSyntax.cancellationWords) })
                {
                    break
                }
                // Who throws the error on shows nothing yet.
                guard clause.isCatchAll, !isRethrowing(clause, in: unit) else { continue }
                candidates += unguarded(failures, in: clause, unit, context).map { candidate in
                    var candidate = candidate
                    candidate.names = waited
                    return candidate
                }
            }
            return candidates
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.files.flatMap { file in
            (file.candidates[description.id] ?? []).compactMap { candidate in
                // A continuation is resumed by whoever has it, cancelled or not.
                if !candidate.names.isEmpty, candidate.names.allSatisfy(project.callers.isDeaf) { return nil }
                guard case .function(let name, let owner)? = candidate.context else { return candidate.finding }
                var finding = candidate.finding
                switch project.callers.verdict(on: name, owner: owner) {
                case .cancellable: return finding
                case .neverCancelled: return nil
                case .unknown:
                    finding.severity = .note
                    return finding
                }
            }
        }
    }

    private func isRethrowing(_ clause: CatchClauseSyntax, in unit: SourceUnit) -> Bool {
        unit.mentions(["throw"], in: clause)
            && !clause.body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
    }

    private func unguarded(
        _ failures: [Assignment], in clause: CatchClauseSyntax, _ unit: SourceUnit, _ context: TaskContext
    ) -> [Candidate] {
        failures.compactMap { assignment in
            if unit.mentions(["ance"], in: clause), clause.mindsCancellation(before: assignment.node.endPosition) {
                return nil
            }
            guard !asksPresenter(assignment), !clause.narrows(assignment.node) else { return nil }
            let isController = assignment.node.enclosingType.map(Controllers.isController) ?? false
            let severity: Severity =
                context == .unknown ? .note : isController || context == .cancellable ? .error : .warning
            var candidate = Candidate(
                finding: finding(
                    unit.place(of: assignment.node), "This shows an error even when the task was cancelled.",
                    severity: severity, fix: "Begin the catch with: guard !Task.isCancelled else { return }"))
            candidate.context = context
            return candidate
        }
    }

    /// A presenter gives nothing for a cancellation.
    private func asksPresenter(_ assignment: Assignment) -> Bool {
        assignment.value.contains { value in
            value.tokens(viewMode: .sourceAccurate).contains { $0.text.lowercased().hasSuffix("presenter") }
        }
    }
}
