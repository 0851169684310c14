/// The code that the rule must and must not report, which are its tests and its page as well.
extension ControllerShapeRule {
    static let triggering: [RuleExample] = [
        """
        @Observable
        ↓final class ItemsController {
            private(set) var items: [Item] = []
        }
        """,
        """
        ↓class ProfileController: ObservableObject {
            @Published private(set) var profile: Profile?
        }
        """,
        """
        @Observable @MainActor final class ItemsController {
            ↓var items: [Item] = []
            func load() async throws { items = try await service.items() }
        }
        """,
        """
        @MainActor
        @Observable
        public final class OrderController {
            ↓public var isLoading = false
            public func submit() async { isLoading = true; defer { isLoading = false }; await send() }
        }
        """,
        """
        @MainActor final class FeedController: ObservableObject {
            @Published ↓var errorMessage: String?
            func failed() { self.errorMessage = "The feed could not be loaded." }
        }
        """,
        """
        ↓final class FeedStore: ObservableObject {
            @Published private(set) var items: [Item] = []
            func load() async { items = await client.items() }
        }
        """,
        """
        @Observable ↓final class SettingsViewModel {
            var name = ""
        }
        """,
    ]

    static let clean: [RuleExample] = [
        """
        @MainActor final class DisplayController: ObservableObject {
            @Published private(set) var displays: [Display] = []
            var window: Window?
            func show() { window = Window(displays) }
        }
        """,
        """
        // FILE: Sources/App/Loading.swift
        protocol Loading: AnyObject { var isLoading: Bool { get set } }
        protocol Paging: Loading {}
        // FILE: Sources/App/ItemsController.swift
        @Observable @MainActor final class ItemsController: Paging {
            var isLoading = false
            func load() async { isLoading = true; await send() }
        }
        """,
        """
        @Observable @MainActor final class ItemsController {
            private(set) var items: [Item] = []
            func load() async throws { items = try await service.items() }
        }
        """,
        """
        @Observable @MainActor final class SignUpController {
            var email = ""
            var password = ""
            func submit() async { try? await service.signUp(email, password) }
        }
        """,
        """
        @Observable @MainActor final class SignUpController {
            var email = ""
            func reset() { email = "" }
        }
        struct SignUpView: View {
            @Bindable var controller: SignUpController
            var body: some View { TextField("Email", text: $controller.email) }
        }
        """,
        "final class ItemsViewController: UIViewController { var items: [Item] = [] }",
        """
        @MainActor class BaseController: ObservableObject {}
        final class ItemsController: BaseController {
            @Published private(set) var items: [Item] = []
        }
        """,
        """
        final class ThermostatController { var target = 20.0; func raise() { target += 1 } }
        """,
        """
        @Observable @MainActor final class ItemsController {
            let service: any InventoryService
            private var task: Task<Void, Never>?
            @ObservationIgnored var generation = 0
            public internal(set) var total = 0
            var count: Int { items.count }
            func bump() { generation = generation + 1; total = count }
        }
        """,
        """
        struct Controller: Equatable { var value = 0; mutating func raise() { value = 1 } }
        """,
        """
        // FILE: Sources/App/PanelController.swift
        @Observable @MainActor final class PanelController {
            var placement = Placement.left
            func move() { placement = .right }
        }
        // FILE: Sources/App/Panel.swift
        final class Panel { func open() { controller.placement = .right } }
        """,
        """
        // FILE: Sources/App/CaptionController.swift
        @Observable @MainActor final class CaptionController {
            var isOn = false
            func stop() { isOn = false }
        }
        // FILE: Sources/App/Player.swift
        final class Player { func tap() { captions.isOn.toggle() } }
        """,
    ]
}
