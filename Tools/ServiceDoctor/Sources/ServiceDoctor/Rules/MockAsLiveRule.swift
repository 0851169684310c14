import SwiftSyntax

struct MockAsLiveRule: Rule {
    let description = RuleDescription(
        id: "mock_as_live",
        severity: .error,
        summary: "Finds a live value that is always a mock.",
        reason: """
            The key says "live", and every user gets the mock: what they save is dropped, what they read is invented. Nothing \
            fails, so nobody notices.
            """,
        exceptions: """
            A mock only in the catch, in test and preview values, in debug builds, or chosen by a condition; \
            registrations with an environment, or in a function or type, whose name speaks of tests, previews or \
            development. In a container of the project's own, called `…Container` or `…Dependencies`, and in the app, only \
            properties with a type that is written. A note in an app that has no other type for the protocol, and uses nothing that it asks for.
            """,
        triggering: [
            """
            import Swinject
            final class StorageAssembly: Assembly {
                func assemble(container: Container) { container.register(Log.self) { _ in ↓MockLog() } }
            }
            """,
            """
            final class AppContainer {
                let log: any Log = ↓MockLog()
            }
            """,
            """
            import FactoryKit
            extension Container { var log: Factory<any Log> { self { ↓StubLog() }.singleton } }
            """,
            """
            enum InventoryServiceKey: DependencyKey {
                static let liveValue: any InventoryService = ↓MockInventoryService()
            }
            """,
            """
            extension AnalyticsClient: DependencyKey {
                static let liveValue = ↓AnalyticsClient.mock
            }
            """,
            """
            enum BackupKey: DependencyKey {
                static var liveValue: any BackupService { ↓FakeBackupService(delay: 0) }
                static let testValue: any BackupService = MockBackupService()
            }
            """,
            """
            enum NotificationKey: DependencyKey {
                static var liveValue: any NotificationService {
                    do {
                        return ↓MockNotificationService()
                    } catch {
                        return ↓ReliableMockNotificationService()
                    }
                }
            }
            """,
            """
            ServiceEnv.online.register(Inventory.self) { ↓MockInventory() }
            """,
            """
            struct LiveAssembly: ServiceAssembly {
                func assemble(env: ServiceEnv) {
                    env.register(Mailer.self, scope: .transient) { ↓MailerStub() }
                }
            }
            """,
            """
            enum InventoryServiceKey: DependencyKey {
                static let liveValue: any InventoryService = { ↓MockInventoryService() }()
            }
            enum BackupKey: DependencyKey {
                static var liveValue: any BackupService {
                    let service = ↓MockBackupService()
                    return service
                }
            }
            enum ScreenKey: DependencyKey {
                static var liveValue: any Screen { MainActor.assumeIsolated { ↓MockScreen() } }
            }
            """,
            """
            extension CurrencyClient: DependencyKey {
                static var liveValue: Self { ↓.previewMock }
            }
            """,
            """
            @Resilient protocol RateService: Sendable { @Fallback func rates() async throws -> Rates }
            @Mock protocol Uploading: Sendable { func upload() async throws }
            ServiceEnv.online.register((any Uploading).self, as: ↓MockUploading.self) { $0 }
            ServiceEnv.online.registerResilient(
                ResilientRateService.self, health: .rates, policy: .server, fallback: { ShippedRates() }
            ) { ↓MockRateService() }
            """,
        ],
        clean: [
            """
            #if SNAPSHOTS
            enum FilesKey: DependencyKey { static var liveValue: any Files { MockFiles() } }
            #endif
            """,
            """
            @Resilient protocol RateService: Sendable { @Fallback func rates() async throws -> Rates }
            ServiceEnv.online.register((any Uploading).self, as: Uploader.self) { $0 }
            ServiceEnv.online.registerResilient(
                ResilientRateService.self, health: .rates, policy: .server, fallback: { MockRateService() }
            ) { LiveRates() }
            """,
            """
            import Swinject
            final class PreviewAssembly: Assembly {
                func assemble(container: Container) { container.register(Log.self) { _ in MockLog() } }
            }
            final class AppAssembly: Assembly {
                func assemble(container: Container) {
                    if isDemo { container.register(Log.self) { _ in MockLog() } }
                }
            }
            """,
            """
            enum InventoryServiceKey: DependencyKey {
                static var liveValue: any InventoryService {
                    do { return try LiveInventoryService() } catch { return MockInventoryService() }
                }
            }
            """,
            """
            enum InventoryServiceKey: DependencyKey {
                static let liveValue: any InventoryService = LiveInventoryService()
                static let testValue: any InventoryService = MockInventoryService()
                static let previewValue: any InventoryService = MockInventoryService()
            }
            """,
            """
            enum FlagsKey: DependencyKey {
                static var liveValue: any Flags { isDemo ? MockFlags() : RemoteFlags() }
            }
            """,
            """
            ServiceEnv.test.register(Inventory.self) { MockInventory() }
            """,
            """
            env.register(Inventory.self, health: .inventory, fallback: { MockInventory() }) { try SQLiteInventory(path) }
            """,
            """
            enum BirdKey: DependencyKey {
                static let liveValue: any Birds = MockingbirdCatalogue()
            }
            """,
            """
            extension APIClient: DependencyKey {
                static let liveValue = APIClient(fetch: { try await session.data(from: $0) })
                static let mock = APIClient(fetch: { _ in Data() })
            }
            """,
            """
            enum LogKey: DependencyKey {
                #if DEBUG
                static let liveValue: any Log = MockLog()
                #else
                static let liveValue: any Log = FileLog()
                #endif
            }
            """,
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        let hasFactories = unit.index.imports.contains("Factory") || unit.index.imports.contains("FactoryKit")
        let kept = Self.keptByContainers(in: unit)
        guard hasFactories || !kept.isEmpty || !unit.words.hints.isDisjoint(with: [.liveValue, .register]) else {
            return []
        }
        let values = unit.index.variables.compactMap { variable -> [ExprSyntax]? in
            guard variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }), isLiveValue(variable),
                !DebugCondition.isBehindFlag(variable),
                let binding = variable.bindings.first
            else { return nil }
            if let value = binding.initializer?.value { return Self.values(of: value) }
            return binding.accessorBlock.map { ResultExpressions.of(Syntax($0)).flatMap(Self.values) }
        }
        let isSwinject = unit.index.imports.contains { $0.hasPrefix("Swinject") }
        let isOwn = unit.index.imports.contains("Service")
        let registered = unit.index.calls.compactMap { call -> [ExprSyntax]? in
            guard isLive(call) || isSwinject && isProduction(call) || isOwn && isWiring(call) else { return nil }
            if isOwn, call.arguments.count > 1, call.arguments.allSatisfy({ $0.label == nil }),
                let instance = call.arguments.last?.expression
            {
                return [instance]
            }
            if let type = call.argument("as")?.expression { return [type] }
            let closure = call.trailingClosure ?? call.argument("factory")?.expression.as(ClosureExprSyntax.self)
            return closure.map { ResultExpressions.of(Syntax($0)).flatMap(Self.values) }
        }
        let factories = hasFactories ? unit.index.variables.compactMap(factory) : []
        // One real value among several means that the mock is a choice.
        return (values + registered + factories + kept).filter { $0.allSatisfy { Self.mock(in: $0) != nil } }.joined()
            .compactMap(Self.mock).map {
                Candidate(
                    finding: finding(
                        unit.place(of: $0), "The live value is always a mock.",
                        fix: "Create the real service here; keep the mock for tests and as a fallback."),
                    names: [$0.as(FunctionCallExprSyntax.self)?.constructedType].compactMap(\.self).map(TypeName.last))
            }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).map { candidate in
            var finding = candidate.finding
            if !candidate.names.isEmpty, candidate.names.allSatisfy(project.isNullObject) {
                finding.severity = .note
            }
            return finding
        }
    }

    /// What a factory in a container of Factory makes: `var log: Factory<any Log> { self { MockLog() } }`.
    private func factory(_ variable: VariableDeclSyntax) -> [ExprSyntax]? {
        guard let type = variable.bindings.first?.typeAnnotation?.type.as(IdentifierTypeSyntax.self),
            type.name.text == "Factory",
            case .type(let made)? = type.genericArgumentClause?.arguments.first?.argument,
            !Words.nameMock(TypeName(made).text), let owner = variable.enclosingType,
            !Self.isForTests(TypeName.last(owner.declaredName)), let body = variable.bindings.first?.accessorBlock,
            variable.nearest(IfConfigClauseSyntax.self) == nil,
            let closure = body.descendants(ClosureExprSyntax.self).first
        else { return nil }
        return ResultExpressions.of(Syntax(closure)).flatMap(Self.values)
    }

    static func isForTests(_ type: String) -> Bool {
        Words.nameMock(type)
            || !Set(Words.of(type)).isDisjoint(with: [
                "test", "tests", "testing", "preview", "previews", "demo", "debug",
            ])
    }

    private func isLiveValue(_ variable: VariableDeclSyntax) -> Bool {
        variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "liveValue"
    }

    /// What an expression is worth where that is written elsewhere: in a closure called at once, or in a local `let`.
    static func values(of expression: ExprSyntax) -> [ExprSyntax] {
        if let call = expression.as(FunctionCallExprSyntax.self),
            let closure = call.calledExpression.as(ClosureExprSyntax.self)
                ?? (call.calleeName == "assumeIsolated" ? call.trailingClosure : nil)
        {
            return ResultExpressions.of(Syntax(closure)).flatMap(values)
        }
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text, !isTrialValue(name),
            let block = expression.nearest(CodeBlockItemListSyntax.self),
            let binding = block.lazy.compactMap({ $0.item.as(VariableDeclSyntax.self) }).filter({
                $0.bindingSpecifier.tokenKind == .keyword(.let)
            }).flatMap(\.bindings).first(where: {
                $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
            }), let value = binding.initializer?.value
        {
            return [value]
        }
        return [expression]
    }

    /// The mock that a value is, or is made with: `MockClient()` of `LiveStore(client: MockClient())`.
    static func mock(in expression: ExprSyntax) -> ExprSyntax? {
        if isMock(expression) { return expression }
        guard let call = expression.as(FunctionCallExprSyntax.self),
            call.constructedType != nil || call.isOwnInitializer
        else { return nil }
        // `Store(live: LiveStore(), fallback: MockStore())` chooses.
        let arguments = call.arguments.lazy.filter { !($0.label.map { isChoice($0.text) } ?? false) }
        return arguments.map(\.expression).first {
            $0.as(FunctionCallExprSyntax.self)?.constructedType.map(Words.nameMock) ?? false
        }
    }

    private static func isChoice(_ label: String) -> Bool {
        isForTrial(label) || !Set(Words.of(label)).isDisjoint(with: ["fallback", "backup", "secondary", "default"])
    }

    static func isMock(_ expression: ExprSyntax) -> Bool {
        if let call = expression.as(FunctionCallExprSyntax.self) {
            if let type = call.constructedType { return Words.nameMock(type) }
            return isMock(call.calledExpression)
        }
        if let member = expression.as(MemberAccessExprSyntax.self) {
            if Words.nameMock(member.declName.baseName.text) { return true }
            if isTrialValue(member.declName.baseName.text) { return true }
            guard let base = member.base?.as(DeclReferenceExprSyntax.self) else { return false }
            return Words.nameMock(base.baseName.text) && base.baseName.text.first?.isUppercase == true
        }
        return expression.as(DeclReferenceExprSyntax.self).map { isTrialValue($0.baseName.text) } ?? false
    }

    /// `static let liveValue = testValue`
    private static func isTrialValue(_ name: String) -> Bool { name == "testValue" || name == "previewValue" }
}

extension FunctionCallExprSyntax {
    /// `Self(…)`, `.init(…)`
    fileprivate var isOwnInitializer: Bool { ["Self", ".init", "Self.init"].contains(calledExpression.trimmedText) }
}
