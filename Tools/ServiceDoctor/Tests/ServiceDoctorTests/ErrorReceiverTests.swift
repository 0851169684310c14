import ServiceDoctor
import Testing

/// Whose error it is that some code reads: the types of what it is read of tell.
@Suite struct ErrorReceiverTests {
    private let app = (
        "Sources/App/ShopApp.swift", "@main struct ShopApp: App { let all = [ItemsView.self, LoginView.self] }"
    )

    private func expect(_ sources: [(String, String)], isSeen: Bool) {
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["stale_error_on_retry"]))
        let found = doctor.check(sources: sources + [app]).findings.filter { $0.file == "Sources/App/ItemsModel.swift" }
        #expect(found.map(\.severity) == [isSeen ? .warning : .note])
    }

    private let partModel = (
        "Sources/App/ItemsModel.swift",
        """
        struct ItemsState { var items: [Item] = []; var error: String? }
        @MainActor final class ItemsModel: ObservableObject {
            @Published var uiState: ItemsState = .init()
            func reload() async {
                do { uiState.items = try await client.items() } catch {
                    print("\\(error)")
                    self.uiState.error = "Not loaded."
                }
            }
        }
        """
    )

    private let login = (
        "Sources/App/LoginModel.swift",
        """
        struct LoginState { var error: String? }
        final class LoginModel: ObservableObject { @Published var uiState: LoginState = .init() }
        """
    )

    private func view(_ type: String, _ model: String, _ content: String, _ more: String = "") -> (String, String) {
        (
            "Sources/App/\(type).swift",
            """
            struct \(type): View {
                @StateObject var viewModel: \(model)
                var body: some View { \(content) }
                \(more)
            }
            """
        )
    }

    @Test(arguments: [
        ("Text(\"Items\")", "Text(viewModel.uiState.error ?? \"\")", false),
        ("Text(viewModel.uiState.error ?? \"\")", "Text(\"Login\")", true),
        ("Text(viewModel.uiState.items.first { $0.error == nil })", "Text(\"Login\")", true),
        ("Text(\"Items\")", "Text(steps.first { $0.error == nil })", false),
        ("Text(\"Items\").foregroundStyle(.error)", "Text(\"Login\").foregroundStyle(Palette.error)", false),
    ])
    func `a state's error is not that of the state of another model`(_ items: String, _ form: String, _ isSeen: Bool) {
        let views = [
            view("ItemsView", "ItemsModel", "\(items).refreshable { await viewModel.reload() }"),
            view("LoginView", "LoginModel", form),
        ]
        expect([partModel, login] + views, isSeen: isSeen)
    }

    @Test(arguments: [
        ("if let error = note.userInfo[\"error\"] as? Failure { log(error) }", false),
        ("if let error { log(error) }", true),
    ])
    func `a variable of the name is no read of the property`(_ statement: String, _ isSeen: Bool) {
        let (path, code) = wholeModel
        let named = code.replacing("errorMessage", with: "error").replacing("{ error =", with: "{ self.error =")
        let model = (path, named.replacing("func reload", with: "func note() { \(statement) }\n    func reload"))
        let items = view("ItemsView", "ItemsModel", "Text(\"Items\").refreshable { await viewModel.reload() }")
        expect([model, items], isSeen: isSeen)
    }

    @Test func `a state that reads its own error in another file has a reader`() {
        let asks = "struct ItemsState { var error: String?; var isFailed: Bool { error != nil } }"
        let (path, code) = partModel
        let model = (path, code.replacing("struct ItemsState { var items: [Item] = []; var error: String? }", with: ""))
        let items = view("ItemsView", "ItemsModel", "List([]).refreshable { await viewModel.reload() }")
        expect([model, items, ("Sources/App/ItemsState.swift", asks)], isSeen: true)
        let plain = asks.replacing("error != nil", with: "false")
        expect([model, items, ("Sources/App/ItemsState.swift", plain)], isSeen: false)
    }

    private let wholeModel = (
        "Sources/App/ItemsModel.swift",
        """
        @MainActor final class ItemsModel: ObservableObject {
            @Published var errorMessage: String?
            func reload() async {
                do { items = try await client.items() } catch { errorMessage = "Not loaded." }
            }
        }
        """
    )

    @Test(arguments: [
        ("Palette.errorMessage", false), ("Theme.Palette.errorMessage", false), ("viewModel.errorMessage", true),
        ("made().errorMessage", true), ("part.errorMessage", true),
    ])
    func `a constant of a type is no error of an object`(_ content: String, _ isSeen: Bool) {
        let items = view("ItemsView", "ItemsModel", "Text(\(content)).refreshable { await viewModel.reload() }")
        expect([wholeModel, items], isSeen: isSeen)
    }

    @Test(arguments: [("// Asks ItemsModel.", false), ("let model: ItemsModel", true)])
    func `who names a type in a comment only has no object of it`(_ more: String, _ isSeen: Bool) {
        let items = view("ItemsView", "ItemsModel", "Text(\"Items\").refreshable { await viewModel.reload() }")
        let other = view("LoginView", "LoginModel", "Text(answer().errorMessage)", more)
        expect([wholeModel, login, items, other], isSeen: isSeen)
    }

    @Test func `what reads an inherited error has a receiver of another type`() {
        let items = view("ItemsView", "ItemsModel", "Text(\"Items\").refreshable { await viewModel.reload() }")
        let other = view("LoginView", "SpecialModel", "Text(viewModel.errorMessage)", "let plain: ItemsModel")
        let special = ("Sources/App/SpecialModel.swift", "final class SpecialModel: ItemsModel {}")
        expect([wholeModel, items, other, special], isSeen: true)
    }
}
