import SwiftSyntax

struct BypassRule: Rule {
    let description = RuleDescription(
        id: "di_bypass",
        severity: .warning,
        summary: "Finds a live value that is read outside the container.",
        reason: """
            Code that reads `liveValue` gets the live service even in tests and previews, and never the fallback. The container \
            gives the right one for where the code runs.
            """,
        exceptions:
            """
            `Self.liveValue`, keys that are built on others, overrides in `withDependencies`, values that are assigned to a live value, tests \
            and previews. A note where it is the default of a property that another initialiser takes as a parameter, and in the app or its \
            delegate, where the program is put together.
            """,
        triggering: [
            """
            final class ItemsController {
                let client = ↓APIClient.liveValue
            }
            """,
            """
            func refresh() async throws -> [Item] { try await ↓InventoryServiceKey.liveValue.items() }
            """,
            """
            struct ItemsView: View {
                var body: some View { Button("Sync") { Task { await ↓SyncClient.liveValue.sync() } } }
            }
            """,
            """
            struct Database: ServiceKey { static var `default`: Database { Database() } }
            final class Importer { let database = ↓Database.default }
            """,
            """
            func reduce(into state: inout State, action: Action) -> Effect<Action> {
                .run { send in await send(.loaded(try await ↓ItemsClient.liveValue.load())) }
            }
            """,
            """
            enum Sharing { static let analytics = ↓AnalyticsKey.liveValue }
            """,
        ],
        clean: [
            """
            extension APIClient: DependencyKey {
                static let liveValue = APIClient()
                static var previewValue: APIClient { Self.liveValue }
            }
            """,
            """
            enum FeedKey: DependencyKey { static let liveValue = Feed(api: APIClient.liveValue) }
            """,
            """
            let feed = withDependencies { $0.api = APIClient.liveValue } operation: { Feed() }
            """,
            """
            // FILE: Tests/AppTests/LiveTests.swift
            let client = APIClient.liveValue
            """,
            """
            struct Feed { @Dependency(\\.api) var api }
            """,
            """
            extension APIClient { static let shared = APIClient.liveValue }
            """,
            """
            func start(_ session: Session) { MailKey.liveValue = Mail(api: APIClient.liveValue, session: session) }
            """,
            """
            let files = FileManager.default
            """,
            """
            let store = Store(initialState: Feed.State()) { Feed() } withDependencies: { $0.api = APIClient.liveValue }
            """,
            """
            struct Gauge { static let liveValue = 3 }
            func gauge() -> Int { Gauge.liveValue }
            """,
            """
            #Preview { ItemList(client: ItemsClient.liveValue) }
            """,
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard !unit.words.hints.isDisjoint(with: [.liveValue, .defaultValue]) else { return [] }
        return unit.index.members.compactMap { member in
            let name = member.declName.baseName.text
            let isDefault = name == "default" || name == "`default`"
            guard isDefault || name == "liveValue",
                let base = member.base, base.is(DeclReferenceExprSyntax.self) || base.is(MemberAccessExprSyntax.self),
                let type = TypeName(expression: base)?.text, type != "Self", !isInside(member, type: type)
            else { return nil }
            let message = "'\(type).\(isDefault ? "default" : "liveValue")' goes around the container."
            return Candidate(
                finding: finding(
                    unit.place(of: member), message,
                    severity: isDefaultOfParameter(member) || isAtRoot(member) ? .note : nil,
                    fix: "Inject or resolve it."),
                names: [isDefault ? "default" : "liveValue", TypeName.last(type)])
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { _, candidate in
            let type = candidate.names[1]
            if candidate.names[0] == "default" { return project.declares(type) && project.keyedTypes.contains(type) }
            return !project.declares(type) || project.liveTypes.contains(type)
        }
    }

    private static let overriding: Set<String> = [
        "withDependencies", "prepareDependencies", "withOverrides", "register", "registerMain", "registerAsync",
        "dependency", "transformDependency",
    ]

    /// In the key itself, in another key, or where a container is being filled.
    private func isInside(_ member: MemberAccessExprSyntax, type: String) -> Bool {
        var current = member.parent
        while let node = current {
            if let group = node.declGroup {
                if TypeName.last(group.declaredName) == TypeName.last(type) { return true }
                let inherited = group.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
                if inherited.contains(where: {
                    $0 == "DependencyKey" || $0 == "TestDependencyKey" || $0.hasSuffix("Assembly")
                }) {
                    return true
                }
            }
            // `APIClient.liveValue = APIClient(session: …)`
            if let assignment = node.as(SequenceExprSyntax.self).flatMap(Assignment.init),
                ["liveValue", "default"].contains(assignment.lastName)
            {
                return true
            }
            // `Store(…) { … } withDependencies: { $0.api = APIClient.liveValue }`
            if let label = node.as(MultipleTrailingClosureElementSyntax.self)?.label
                ?? node.as(LabeledExprSyntax.self)?.label,
                Self.overriding.contains(label.text)
            {
                return true
            }
            if let call = node.as(FunctionCallExprSyntax.self), call.calleeName.map(Self.overriding.contains) == true {
                return true
            }
            current = node.parent
        }
        return false
    }

    /// `@main struct ShopApp: App { let client = APIClient.liveValue }`
    private func isAtRoot(_ member: MemberAccessExprSyntax) -> Bool {
        let parents = member.enclosingType?.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) }
        return !ConstructionFacts.roots.isDisjoint(with: parents ?? [])
    }

    /// `init() { client = APIClient.liveValue }` beside `init(client: APIClient)`.
    private func isDefaultOfParameter(_ member: MemberAccessExprSyntax) -> Bool {
        guard let initializer = member.nearest(InitializerDeclSyntax.self), let type = initializer.enclosingType,
            let property = member.nearest(SequenceExprSyntax.self).flatMap(Assignment.init)?.ownProperty
        else { return false }
        return type.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.contains { other in
            other.id != initializer.id
                && other.signature.parameterClause.parameters.contains { $0.firstName.text == property }
        }
    }
}
