/// The code that the rule must and must not report, which are its tests and its page as well.
extension DirectServiceInViewRule {
    static let triggering: [RuleExample] = [
        """
        protocol InventoryService { func items() async throws -> [Item] }
        final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
        struct ItemsView: View {
            @State private var service = ↓LiveInventoryService()
            var body: some View { Text("x") }
        }
        """,
        """
        actor NetworkService { func get(_ path: String) async throws -> Data { Data() } }
        struct ProfileView: View { var body: some View { Text("x") } }
        extension ProfileView {
            func load() async throws { try await ↓NetworkService().get("profile") }
        }
        """,
        """
        actor NetworkService { func get(_ path: String) async throws -> Data { Data() } }
        struct ProfileView: View {
            var body: some View {
                Button("Load") { Task { try await ↓NetworkService().get("profile") } }
            }
        }
        """,
        """
        protocol UserServiceProtocol { func user() throws -> User }
        class UserService: UserServiceProtocol { func user() throws -> User { User() } }
        class ProfileViewController: UIViewController {
            let users: UserServiceProtocol = ↓UserService()
        }
        """,
        """
        // FILE: Sources/App/Assembly.swift
        import Swinject
        final class AppAssembly: Assembly {
            func assemble(container: Container) {
                container.register(Mailing.self) { _ in SMTPMailer() }
            }
        }
        // FILE: Sources/App/ComposeView.swift
        struct ComposeView: View {
            let mailer = ↓SMTPMailer()
            var body: some View { Text("x") }
        }
        """,
        """
        struct Database: ServiceKey { static var `default`: Database { Database() } }
        struct RootView: View {
            var body: some View { ItemList(database: ↓Database()) }
        }
        """,
        """
        final class TransferService { func send() async throws {} }
        struct TransferSheet: View {
            init() {
                let transfers = ↓TransferService()
                _model = StateObject(wrappedValue: TransferModel(transfers: transfers))
            }
            var body: some View { Text("x") }
        }
        """,
        """
        protocol ImageRepository { func image() async -> Image }
        struct RemoteImageRepository: ImageRepository { func image() async -> Image { Image() } }
        struct AvatarView: View {
            @StateObject var model = AvatarModel(images: ↓RemoteImageRepository())
            var body: some View { Text("x") }
        }
        """,
    ]

    static let clean: [RuleExample] = [
        """
        protocol InventoryService { func items() async throws -> [Item] }
        final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
        @main struct ShopApp: App {
            let service = LiveInventoryService()
            var body: some Scene { WindowGroup { ItemsView(service: service) } }
        }
        """,
        """
        struct PriceFormatterService { func text(_ price: Int) -> String { "" } }
        struct PriceView: View {
            var body: some View { Text(PriceFormatterService().text(3)) }
        }
        """,
        """
        protocol TextFinderClient { func find(_ text: String) }
        final class EditorView: NSTextView {}
        extension EditorView: TextFinderClient { func find(_ text: String) {} }
        protocol SearchService { func places() async throws -> [Place] }
        final class SearchViewModel: SearchService { func places() async throws -> [Place] { [] } }
        final class MapViewController: NSViewController { let search = SearchViewModel() }
        final class Recorder {}
        extension Recorder: TextFinderClient { func find(_ text: String) {} }
        final class EditorViewController: NSViewController {
            override func loadView() { view = EditorView(); recorder = Recorder() }
        }
        """,
        """
        struct ServiceBadge: View { var body: some View { Text("ok") } }
        struct StatusView: View { var body: some View { ServiceBadge() } }
        """,
        """
        protocol InventoryService { func items() async throws -> [Item] }
        final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
        struct ItemsView: View {
            let service: any InventoryService
            init(service: any InventoryService = LiveInventoryService()) { self.service = service }
            var body: some View { Text("x") }
        }
        """,
        """
        struct ItemsView: View {
            @Service var inventory: any InventoryService
            @State private var controller = ItemsController()
            var body: some View { Text("x") }
        }
        """,
        """
        final class TransferService { func send() async throws {} }
        struct AppScene: View {
            init() {
                let transfers = TransferService()
                _wallet = StateObject(wrappedValue: Wallet(transfers: transfers))
                _activity = StateObject(wrappedValue: Activity(transfers: transfers))
            }
            var body: some View { Text("x") }
        }
        """,
        """
        protocol InventoryService { func items() async throws -> [Item] }
        final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
        final class AppCoordinator { func start() { show(LiveInventoryService()) } }
        """,
        """
        protocol InventoryService { func items() async throws -> [Item] }
        final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
        struct ItemsViewPreview: View {
            var body: some View { ItemsView(service: LiveInventoryService()) }
        }
        """,
        """
        protocol InventoryService { func items() async throws -> [Item] }
        final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
        #Preview { ItemsView(service: LiveInventoryService()) }
        """,
    ]
}
