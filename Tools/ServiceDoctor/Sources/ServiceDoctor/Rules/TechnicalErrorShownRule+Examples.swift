/// The code that the rule must and must not report, which are its tests and its page as well.
extension TechnicalErrorShownRule {
    static let triggering: [RuleExample] = [
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
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch { ↓fail("\\(error)") }
            }
            private func fail(_ text: String) { errorMessage = text }
        }
        """,
        """
        final class ItemsPresenter {
            func load() {
                do { items = try service.items() } catch { toasts.showError(↓"\\(error)") }
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
        """
        struct Row: View {
            let failure: (any Error)?
            var body: some View {
                if let error = failure { ↓Text(error.localizedDescription) }
            }
        }
        """,
        "let view = List(items).alert(↓error.localizedDescription, isPresented: $showing) {}",
    ]

    static let clean: [RuleExample] = [
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
        """
        struct Row: View {
            let reason: String?
            let failure: (any Error)?
            var body: some View {
                if let error = reason { Text("Error: \\(error)") }
            }
            func note(_ problem: StoreError?) -> String {
                guard let error = problem else { return "" }
                errorMessage = error.localizedDescription
                return errorMessage
            }
        }
        """,
        """
        struct Parser {
            init() {
                onError = { text throws(ParserError) in throw .broken(String(describing: error)) }
            }
        }
        """,
        """
        final class LockModel {
            func failed(_ error: any Error) {
                switch error {
                case LAError.biometryLockout: errorMessage = error.localizedDescription
                default: errorMessage = "Please enter your code."
                }
            }
        }
        """,
        """
        final class SlideModel {
            func start() async {
                do { await show() } catch { errorMessage = error.localizedDescription }
            }
        }
        """,
    ]
}
