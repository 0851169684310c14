import SwiftSyntax

struct TechnicalErrorShownRule: Rule {
    let description = RuleDescription(
        id: "technical_error_shown",
        severity: .warning,
        summary: "Finds `localizedDescription` and `\\(error)` in what people read.",
        reason: """
            "The operation couldn’t be completed. (NSURLErrorDomain error -1009.)" helps nobody. The text for people says \
            what did not work and what to do; the technical text belongs in the log.
            """,
        exceptions: "Loggers, and typed errors, which carry their own messages.",
        triggering: [
            """
            final class ItemsController {
                func load() async {
                    do { items = try await service.items() } catch {
                        if !Task.isCancelled { ↓errorMessage = error.localizedDescription }
                    }
                }
            }
            """,
            """
            switch action {
            case let .itemsResponse(.failure(error)):
                state.isLoading = false
                ↓state.errorMessage = "Operation failed: \\(error.localizedDescription)"
                return .none
            }
            """,
            """
            struct StoreView: View {
                var body: some View {
                    do {
                        return AnyView(ItemList(try Store()))
                    } catch {
                        return AnyView(↓Text("Failed to open: \\(error.localizedDescription)"))
                    }
                }
            }
            """,
            """
            class LoginViewController: UIViewController {
                func failed(with error: Error) {
                    ↓messageLabel.text = "\\(error)"
                }
            }
            """,
            """
            api.load { result in
                switch result {
                case .success(let items): self.items = items
                case .failure(let error): ↓self.alertMessage = error.localizedDescription
                }
            }
            """,
            """
            func present(_ error: NSError) {
                let alert = ↓UIAlertController(title: "Error", message: error.localizedDescription, preferredStyle: .alert)
                present(alert, animated: true)
            }
            """,
            """
            final class SyncModel: ObservableObject {
                func sync() async {
                    do { try await engine.sync() } catch {
                        guard !Task.isCancelled else { return }
                        ↓state = .failed(String(describing: error))
                    }
                }
            }
            """,
            """
            final class SaveController {
                func save() {
                    do { try store.save() } catch let problem { ↓errorMessage = problem.localizedDescription }
                    do { try store.save() } catch { ↓errorMessage = (error as NSError).localizedDescription }
                }
                func finished(_ result: Result<Item, any Error>) {
                    if case .failure(let error) = result { ↓errorMessage = error.localizedDescription }
                }
            }
            """,
            """
            struct PhotoView: View {
                let error: StoreError?
                var body: some View {
                    AsyncImage(url: url) { phase in
                        if let error = phase.error { ↓Text(error.localizedDescription) }
                    }
                }
            }
            """,
            "let view = List(items).alert(↓error.localizedDescription, isPresented: $showing) {}",
        ],
        clean: [
            """
            // FILE: Sources/App/Promo.swift
            enum PromoError: LocalizedError { case used }
            enum Phase { case idle, broken(PromoError) }
            func redeem(_ code: String, then: @escaping (Bool, PromoError?) -> Void) {}
            // FILE: Sources/App/PromoController.swift
            final class PromoController {
                func redeem() {
                    api.redeem(code) { _, error in self.errorMessage = error?.localizedDescription }
                }
                func show(_ phase: Phase) {
                    switch phase {
                    case .broken(let error): errorMessage = error.localizedDescription
                    case .idle: break
                    }
                }
            }
            struct ReportedError: Error {
                var message = ""
                init(_ error: any Error) { self.message = "\\(error)" }
            }
            """,
            "Logger.service.error(\"Not loaded: \\(error.localizedDescription)\")",
            """
            final class DataController {
                func load() async {
                    do { data = try await service.data() } catch let error as AppError {
                        errorMessage = error.localizedDescription
                    } catch {
                        errorMessage = "An unexpected error occurred."
                    }
                }
            }
            """,
            "let message = HTTPURLResponse.localizedString(forStatusCode: code)",
            """
            final class DataController {
                func failed(_ error: AppError) { errorMessage = error.localizedDescription }
            }
            """,
            """
            throw DataError.invalid(reason: error.localizedDescription)
            """,
            """
            final class DataController {
                func failed(_ error: any Error) {
                    errorMessage = (error as? LocalizedError)?.errorDescription ?? "Please try again."
                }
            }
            """,
            """
            final class DataController {
                func load() async {
                    do throws(AppError) { try await service.load() } catch { errorMessage = "\\(error)" }
                }
            }
            """,
            """
            struct FailureView: View {
                let failure: StoreError
                let error: StoreError?
                var body: some View {
                    Text(failure.localizedDescription)
                    if let error { Text(error.localizedDescription) }
                }
            }
            """,
            """
            final class DataController {
                func loaded(_ result: Result<Item, StoreError>) {
                    switch result {
                    case .success(let item): show(item)
                    case .failure(let error): errorMessage = error.localizedDescription
                    }
                }
                func failed(_ error: any Error) {
                    let error = error as? StoreError
                    errorMessage = error?.localizedDescription
                }
            }
            """,
            "let entry = LogEntry(message: error.localizedDescription, level: .error)",
            """
            final class Diagnostics { func note(_ error: any Error) { lastErrorForLog = "\\(type(of: error))" } }
            """,
        ])

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { _, candidate in
            !candidate.names.contains(where: project.errors.areTyped)
        }
    }

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard unit.words.hints.contains(.error) else { return [] }
        var findings: [Candidate] = []
        for assignment in unit.index.assignments {
            let values = assignment.value.filter { unit.mentions(TechnicalText.words, in: $0) }
            if !values.isEmpty, isShown(assignment), !Self.isInError(assignment.node),
                values.contains(where: { TechnicalText.isTechnical($0) })
            {
                findings.append(shown(at: unit.place(of: assignment.node), by: assignment.node))
            }
        }
        for call in unit.index.calls {
            guard let name = call.calleeName, isView(call, name), unit.mentions(TechnicalText.words, in: call),
                !isWithinLogger(call)
            else { continue }
            // What a closure shows is found where it does.
            if let text = call.arguments.first(where: {
                !$0.expression.is(ClosureExprSyntax.self) && TechnicalText.isTechnical($0.expression)
            }),
                !isWithinShown(call, in: unit)
            {
                findings.append(
                    shown(at: call.receiver == nil ? unit.place(of: call) : unit.place(of: text), by: call))
            }
        }
        return findings
    }

    private static let views: Set<String> = [
        "Text", "Label", "UIAlertController", "Alert", "TextState", "ContentUnavailableView", "ErrorView",
        "ErrorBanner",
        "showAlert", "presentAlert", "showError", "showToast", "showErrorMessage", "showMessage", "presentError",
    ]

    /// A view by its name, or `.alert(…)` on one.
    private func isView(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        call.plainName != nil && Self.views.contains(name) || name == "alert" && call.receiver != nil
    }

    private func shown(at place: Place, by node: some SyntaxProtocol) -> Candidate {
        Candidate(
            finding: finding(
                place, "This shows people the technical text of an error.",
                fix: "Say what did not work and what to do; write the technical text to the log."),
            names: [ErrorFacts.origin(around: node)].compactMap(\.self))
    }

    /// What an error keeps of another one is not shown yet.
    private static func isInError(_ node: some SyntaxProtocol) -> Bool {
        guard let type = node.enclosingType else { return false }
        let inherited = type.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return TypeName.last(type.declaredName).hasSuffix("Error") || inherited.contains { $0.hasSuffix("Error") }
    }

    private func isShown(_ assignment: Assignment) -> Bool {
        guard let name = assignment.lastName else { return false }
        if ErrorState.isPhaseName(name) {
            return ErrorState.assignsFailureCase(assignment) && !isLocal(assignment, name)
        }
        let words = Words.of(name)
        guard !words.contains("log"), !words.contains("debug"), !words.contains("telemetry") else { return false }
        let isText = ["text", "title", "subtitle", "toast", "banner", "alert"].contains(words.last ?? "")
        let isMessage = words.last == "message" || ErrorState.isErrorName(name)
        guard isText || isMessage else { return false }
        return !isLocal(assignment, name)
    }

    private func isLocal(_ assignment: Assignment, _ name: String) -> Bool {
        if let member = assignment.target.as(MemberAccessExprSyntax.self) {
            // A field of somebody else's value is state only where it is a reducer's or a view's.
            guard let base = member.base else { return false }
            var root = base
            while true {
                if let chain = root.as(OptionalChainingExprSyntax.self) {
                    root = chain.expression
                } else if let outer = root.as(MemberAccessExprSyntax.self), let inner = outer.base {
                    root = inner
                } else {
                    break
                }
            }
            guard let rootName = root.as(DeclReferenceExprSyntax.self)?.baseName.text else { return true }
            let words = Words.of(rootName)
            return !["self", "state", "label", "view", "model", "controller", "field", "alert"].contains(
                words.last ?? "")
        }
        return ErrorState.isLocal(name, at: assignment.node)
    }

    private func isWithinLogger(_ call: FunctionCallExprSyntax) -> Bool {
        guard let outer = call.nearest(FunctionCallExprSyntax.self) else { return false }
        return Words.of(outer.calleeName ?? "").contains("log")
    }

    private func isWithinShown(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        unit.index.calls.contains { outer in
            outer.id != call.id && outer.plainName.map(Self.views.contains) == true
                && outer.arguments.contains { $0.contains(call) && TechnicalText.isTechnical($0.expression) }
        }
    }
}
