import SwiftSyntax

struct StaleErrorOnRetryRule: Rule {
    let description = RuleDescription(
        id: "stale_error_on_retry",
        severity: .warning,
        summary: "Finds error state that is not cleared before the work starts again.",
        reason: """
            Whoever presses "Retry" looks at the old error while the new attempt runs, and cannot tell whether it failed again \
            or has not answered yet.
            """,
        exceptions: """
            State that is cleared first: here, by a helper, by the caller, or by a phase that says 'loading'; messages of alerts, \
            toasts and sheets, which are gone before anybody can try again. A note in types that are \
            no screen's, and in functions that nobody starts again.
            """,
        triggering: [
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
        ],
        clean: [
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
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            let clauses = statement.failures(in: unit)
            guard !clauses.allSatisfy(\.isEmpty), statement.awaitsThrowing, let firstWait = statement.firstWait else {
                return []
            }
            var seen: Set<String> = []
            return zip(statement.catchClauses, clauses).flatMap { clause, failures in
                failures.compactMap { assignment -> Candidate? in
                    guard let name = assignment.shownProperty, ErrorState.isErrorName(name),
                        assignment.assignedBool == nil, !Self.namesDialog(name), seen.insert(name).inserted,
                        !isCleared(name, before: firstWait, around: statement.node, in: unit),
                        !opensDialog(clause, in: unit)
                    else { return nil }
                    let isScreen = assignment.node.enclosingType.map(Self.isScreen) ?? false
                    return Candidate(
                        finding: finding(
                            unit.place(of: assignment.node), "The old error stays while the work runs again.",
                            severity: isScreen && Self.isRepeated(statement.node) ? nil : .note,
                            fix: "Set \(name) to nil before the work starts."),
                        names: [name])
                }
            }
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { _, candidate in
            candidate.names.allSatisfy { !project.dialogMembers.contains($0) }
        }
    }

    /// Named after work that people start again: `load`, `refresh`, `submit`.
    private static func isRepeated(_ statement: DoStmtSyntax) -> Bool {
        guard let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self) else { return true }
        return Words.of(function.name.text).contains(where: repeated.contains)
    }

    private static let repeated: Set<String> = [
        "load", "reload", "refresh", "fetch", "retry", "search", "sync", "submit", "save", "send", "share", "update",
        "query", "run", "start", "download", "upload", "export", "post", "connect",
    ]

    /// A controller, a view or a model that a view observes.
    private static func isScreen(_ type: any DeclGroupSyntax) -> Bool {
        if Controllers.isController(type) { return true }
        let inherited = type.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return inherited.contains("View") || TypeName.last(type.declaredName).hasSuffix("View")
            || TypeName.last(type.declaredName).hasSuffix("Model")
    }

    /// An alert is gone before anybody can try again.
    private static func namesDialog(_ name: String) -> Bool {
        !Set(Words.of(name)).isDisjoint(with: dialogs)
    }

    private static let dialogs: Set<String> = ["alert", "toast", "snackbar", "popup", "hud", "sheet", "dialog"]

    /// `showAlert = true` beside the message, or a function that presents it.
    private func opensDialog(_ clause: CatchClauseSyntax, in unit: SourceUnit) -> Bool {
        let body = clause.body
        let isOpened = unit.index.assignments.contains { assignment in
            guard assignment.assignedBool == true, body.contains(assignment.node), let name = assignment.lastName else {
                return false
            }
            let words = Words.of(name)
            return !Set(words).isDisjoint(with: Self.dialogs)
                || words.contains { $0.hasPrefix("show") || $0.hasPrefix("present") || $0 == "displayed" }
        }
        if isOpened { return true }
        return body.descendants(FunctionCallExprSyntax.self, nested: false).contains { call in
            let words = Words.of(call.calleeName ?? "")
            return words.first == "present" || words.first == "show" && !Set(words).isDisjoint(with: Self.dialogs)
        }
    }

    private func isCleared(
        _ name: String, before wait: AbsolutePosition, around statement: DoStmtSyntax, in unit: SourceUnit
    ) -> Bool {
        guard let type = statement.enclosingType else { return true }
        let function = statement.enclosingFunction ?? Syntax(type)
        // Whoever is being made has no old error.
        if function.is(InitializerDeclSyntax.self) { return true }
        let isHere = unit.index.assignments.contains {
            ($0.shownProperty == name || $0.target.is(TupleExprSyntax.self) && $0.target.mentions([name]))
                && function.contains($0.node) && $0.node.position < wait
                && !isInCatch($0, of: function)
        }
        if isHere { return true }
        let isKnownEmpty = function.descendants(GuardStmtSyntax.self).contains {
            $0.position < wait && $0.conditions.mentions([name])
        }
        if isKnownEmpty { return true }
        // A phase that enters another case before the work tells the view to hide what was.
        let hasPhase = unit.index.assignments.contains {
            $0.offset < wait.utf8Offset && function.contains($0.node)
                && $0.ownProperty.map(ErrorState.isPhaseName) == true && !isInCatch($0, of: function)
        }
        if hasPhase { return true }
        let clearing = clearingFunctions(of: name, in: unit)
        let helpers = unit.index.calls.contains { call in
            guard call.position < wait, function.contains(call), let callee = call.calleeName, isOwn(call) else {
                return false
            }
            return clearing.contains(callee) || Self.clears(callee)
        }
        if helpers { return true }
        guard let own = function.as(FunctionDeclSyntax.self)?.name.text else { return false }
        return unit.index.functions.contains { other in
            clearing.contains(other.name.text)
                && other.descendants(FunctionCallExprSyntax.self).contains { $0.calleeName == own && isOwn($0) }
        }
    }

    private func isInCatch(_ assignment: Assignment, of function: Syntax) -> Bool {
        guard let clause = assignment.node.nearest(CatchClauseSyntax.self) else { return false }
        return function.contains(clause)
    }

    private func isOwn(_ call: FunctionCallExprSyntax) -> Bool {
        guard var base = call.receiver else { return call.plainName != nil }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        return base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }

    private func clearingFunctions(of name: String, in unit: SourceUnit) -> Set<String> {
        Set(
            unit.index.assignments.compactMap { assignment in
                guard assignment.shownProperty == name, !ErrorState.isFailure(assignment) else { return nil }
                return assignment.node.enclosingFunction?.as(FunctionDeclSyntax.self)?.name.text
            })
    }

    /// Helpers of other files are known by their names only.
    private static func clears(_ function: String) -> Bool {
        Words.of(function).first.map(clearingVerbs.contains) ?? false
    }

    private static let clearingVerbs: Set<String> = [
        "clear", "reset", "begin", "start", "prepare", "dismiss", "will", "hide", "remove", "set",
    ]
}
