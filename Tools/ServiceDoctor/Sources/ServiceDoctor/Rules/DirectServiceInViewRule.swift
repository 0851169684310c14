import SwiftSyntax

struct DirectServiceInViewRule: Rule {
    let description = RuleDescription(
        id: "direct_service_in_view",
        severity: .error,
        summary: "Finds a view that creates a known service itself.",
        reason: """
            A view that creates its own service cannot be previewed or tested without it, creates a second instance \
            of what should exist once, and bypasses health tracking and fallbacks.
            """,
        exceptions: """
            Composition roots (the app, delegates, coordinators, a view whose `init()` makes a service once and hands it to \
            several others), views called `…Preview`, default arguments, and types that merely sound like a \
            service: known are those that conform to a service protocol, are registered, or are classes and actors named \
            Service that do asynchronous or failing work. A note where the service is made without arguments, asked for one thing that \
            neither waits nor throws, and not kept.
            """,
        triggering: [
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
        ],
        clean: [
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
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        let names = Set(
            unit.index.types.filter { !Self.views.isDisjoint(with: $0.inherited) && !Self.isPreview($0.name) }.map(
                \.name))
        guard !names.isEmpty else { return [] }
        let views = unit.index.types.filter { names.contains($0.name) }.map { ($0.node.position, $0.node.endPosition) }
        return unit.index.calls.compactMap { call in
            let position = call.position
            guard call.plainName.map(Self.known.contains) != true,
                views.contains(where: { $0.0 <= position && position < $0.1 }), let type = call.constructedType,
                let owner = view(around: call, names), !isDefaultArgument(call), !isShared(call)
            else { return nil }
            let message = "'\(TypeName.last(owner))' creates the service '\(TypeName.last(type))' itself."
            return Candidate(
                finding: finding(
                    unit.place(of: call), message, severity: isUsedUp(call) ? .note : nil, fix: "Inject it."),
                names: [TypeName.last(type)])
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { _, candidate in
            candidate.names.contains { project.isKnownService($0) }
        }
    }

    /// The view of this file that a call stands in, in its declaration or an extension.
    private func view(around call: FunctionCallExprSyntax, _ names: Set<String>) -> String? {
        var node = call.parent
        while let current = node {
            if let group = current.declGroup {
                let inherited = group.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
                guard Self.roots.isDisjoint(with: inherited) else { return nil }
                if names.contains(group.declaredName) { return group.declaredName }
            }
            node = current.parent
        }
        return nil
    }

    private static let roots: Set<String> = [
        "App", "UIApplicationDelegate", "UIWindowSceneDelegate", "NSApplicationDelegate",
    ]

    private static let views: Set<String> = [
        "View", "SwiftUI.View", "UIView", "ViewModifier", "UIViewController", "UITableViewController",
        "NSViewController", "UICollectionViewController", "UITableViewCell", "UICollectionViewCell",
    ]

    /// What views are made of; no project calls a service so.
    private static let known: Set<String> = [
        "Text", "HStack", "VStack", "ZStack", "Image", "Button", "Label", "List", "Section", "ForEach", "Spacer",
        "Divider", "NavigationStack", "NavigationLink", "ScrollView", "Form", "Toggle", "TextField", "Picker", "Group",
        "Color", "Task", "UUID", "Date", "URL", "String", "Int", "Double",
    ]

    private static func isPreview(_ name: String) -> Bool { name.hasSuffix("Preview") || name.hasSuffix("Previews") }

    /// `BrowserService().open(url)`, `ThemeService().theme`: made without anything, asked for one thing that cannot fail, and gone.
    private func isUsedUp(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.isEmpty, let use = call.parent?.as(MemberAccessExprSyntax.self) else { return false }
        return use.nearest(AwaitExprSyntax.self) == nil && use.nearest(TryExprSyntax.self) == nil
    }

    private func isDefaultArgument(_ call: FunctionCallExprSyntax) -> Bool {
        call.nearest(FunctionParameterSyntax.self) != nil
    }

    /// `init() { let service = Service() … }`, and two others or more are given the constant: the view puts the app together.
    private func isShared(_ call: FunctionCallExprSyntax) -> Bool {
        guard let initializer = call.nearest(InitializerDeclSyntax.self), let body = initializer.body,
            initializer.signature.parameterClause.parameters.isEmpty,
            let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return false }
        let uses = body.tokens(viewMode: .sourceAccurate).filter { token in
            token.text == name && token.position > call.position
                && token.parent?.parent?.is(LabeledExprSyntax.self) ?? false
        }
        return uses.count >= 2
    }
}
