struct MissingMockRule: Rule {
    let description = RuleDescription(
        id: "missing_mock",
        severity: .warning,
        summary: "Finds a service protocol that only the live service conforms to.",
        reason: """
            Without a second conformer nothing can stand in when the live service fails, and no test can run without the \
            network or the disk.
            """,
        exceptions: """
            Protocols with a mock, fake, stub or fallback anywhere, with generated mocks, or without a conformer at \
            all; deprecated ones, and those for Objective-C.
            """,
        notes: [
            """
            Nothing in an app or a server could be tested with a stand-in: no type in a folder that has tests calls \
            the protocol with `try` or `await` and decides by the outcome.
            """,
            "There are several conformers, of which the program chooses one.",
            """
            Most service protocols of the project have no stand-in, or it has stand-ins that neither tests nor \
            previews use.
            """,
            """
            Nothing takes the protocol, everything takes the one type that conforms, or only closures are given it.
            """,
            """
            Everybody who takes the protocol stands for another one that has a stand-in, and only hands on what comes.
            """,
            """
            Tests create the live service from parts of their own, from stand-ins, or with a `URLSession` that they \
            stub, or it reaches nothing but values and protocols that have a stand-in.
            """,
            """
            Nothing that the protocol requires can fail or take time, or nothing in the app calls it or creates the \
            live service.
            """,
            "The app has no test that expects something.",
        ],
        triggering: [
            """
            ↓protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            """,
            """
            ↓public protocol UserRepository: Sendable {
                func user(id: String) async throws -> User
            }
            struct SQLUserRepository: UserRepository { func user(id: String) async throws -> User { User() } }
            """,
            """
            @MainActor
            ↓protocol NotificationServiceProtocol: AnyObject {
                func schedule(_ item: Item) async
            }
            final class NotificationService: NotificationServiceProtocol { func schedule(_ item: Item) async {} }
            """,
            """
            ↓protocol APIClient { func get(_ path: String) async throws -> Data }
            extension URLSession: APIClient { func get(_ path: String) async throws -> Data { Data() } }
            """,
            """
            @Resilient ↓protocol RateService: Sendable { @Fallback func rates() async throws -> Rates }
            struct LiveRateService: RateService { func rates() async throws -> Rates { Rates() } }
            // FILE: Tests/AppTests/Prices.swift
            @Mock(of: (any PriceService).self) protocol Prices { func price() async throws -> Price }
            """,
            """
            ↓protocol ExportService { func export() throws }
            struct CSVExportService: ExportService { func export() throws {} }
            struct JSONExportService: ExportService { func export() throws {} }
            """,
            """
            ↓protocol PaymentServicing { func pay() async throws }
            actor StripePayments: PaymentServicing { func pay() async throws {} }
            protocol AuthServicing { func signIn() async throws }
            actor OAuth: AuthServicing { func signIn() async throws {} }
            // FILE: Tests/AppTests/AuthTests.swift
            final class SignedIn: AuthServicing { func signIn() async throws {} }
            """,
        ],
        clean: [
            """
            protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            final class MockInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            """,
            """
            protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            struct LastKnownInventory: InventoryService { func items() async throws -> [Item] { [] } }
            """,
            """
            protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            // FILE: Tests/AppTests/InventoryTests.swift
            struct Empty: InventoryService { func items() async throws -> [Item] { [] } }
            """,
            """
            @Mockable protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            """,
            """
            protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            // FILE: Tests/AppTests/Inventory.swift
            @Mock(of: (any InventoryService).self)
            protocol Inventory { func items() async throws -> [Item] }
            """,
            """
            @Mock protocol InventoryService: Sendable { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            """,
            """
            // sourcery: AutoMockable
            protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            """,
            """
            protocol PushService { func push() async throws }
            struct LivePush: PushService { func push() async throws {} }
            enum Mocks { struct Push: PushService { func push() async throws {} } }
            """,
            """
            protocol RatesService { func rates() async throws -> [Rate] }
            struct LiveRates: RatesService { func rates() async throws -> [Rate] { [] } }
            typealias Rating = RatesService & Sendable
            struct MockRates: Rating { func rates() async throws -> [Rate] { [] } }
            """,
            """
            struct InventoryClient: Sendable { var items: @Sendable () async throws -> [Item] }
            """,
            """
            protocol CustomerService { func greet() }
            """,
            """
            @objc protocol IndexingClient: NSObjectProtocol { func indexingStopped() }
            final class Indexing: NSObject, IndexingClient { func indexingStopped() {} }
            """,
            """
            @available(*, deprecated, message: "Use Chat instead.")
            protocol OldChatService { func send(_ text: String) async throws }
            final class OldChat: OldChatService { func send(_ text: String) async throws {} }
            """,
            """
            protocol ReadService { func items() async throws -> [Item] }
            protocol InventoryService: ReadService { func add(_ item: Item) async throws }
            final class LiveInventory: InventoryService {}
            #if DEBUG
            final class PreviewInventory: InventoryService {}
            #endif
            """,
            """
            protocol InventoryService { func items() async throws -> [Item] }
            final class LiveInventoryService: InventoryService { func items() async throws -> [Item] { [] } }
            // FILE: Tests/AppTests/InventoryTests.swift
            let inventory = MockInventoryService()
            """,
        ])

    func conclude(_ project: Project) -> [Finding] {
        guard project.imports.isDisjoint(with: ["Cuckoo", "Mockingbird", "SwiftyMocky", "Mockable", "Spyable"]) else {
            return []
        }
        let mocked = Set(project.types.compactMap(\.mocks).map(TypeName.last))
        let mentions = Self.mentions(in: project)
        let registered = Set(project.injection.registrations.map { TypeName.last($0.key.service) })
        // Tests that answer for the network themselves.
        let isStubbed = project.types.contains { $0.isSetAside && $0.inherited.contains("URLProtocol") }
        // Of other code, such as a library, nobody knows all who use it.
        let needs = project.isProgram ? Project.StandInNeeds(project) : nil
        let seams = Project.Seams(project)
        var served = 0
        var standIns: [TypeFact] = []
        let alone = project.types.compactMap { type -> Finding? in
            guard type.kind == .protocol, !type.isSetAside, type.requiredFunctions > 0, Words.nameService(type.name),
                !type.attributes.contains("objc"), !type.isDeprecated
            else { return nil }
            let conformers = project.conformers(of: type.name)
            guard !conformers.isEmpty else { return nil }
            served += 1
            standIns += conformers.filter { $0.isSetAside || Words.nameStandIn($0.qualifiedName) }
            guard !type.hasGeneratedMock, !mocked.contains(type.name),
                !conformers.contains(where: { $0.isSetAside || Words.nameStandIn($0.qualifiedName) }),
                project.mockNames.isDisjoint(with: Self.mockNames(of: type.name))
            else { return nil }
            // Several live ones are chosen from, as plug-ins are.
            let isChosen =
                Set(conformers.map(\.qualifiedName)).count > 1
                || Set(conformers.filter { $0.kind != .extension }.map(\.place.file)).count > 1
            let isNeverTaken = Self.isNeverTaken(
                type, conformers, mentions, isRegistered: registered.contains(type.name), in: project)
            let isTested = conformers.contains { conformer in
                project.constructions.madeForTests.contains(conformer.name)
                    || isStubbed && project.constructions.madeOfSessions.contains(conformer.name)
                    || project.isBuiltOfStandIns(conformer)
            }
            let isNeverCalled = project.isApp && Self.isNeverCalled(type, conformers, in: project)
            let isIdle = conformers.allSatisfy { project.idleTypes.contains($0.name) || project.isStub($0.name) }
            let isOfNoUse = seams.hide(type.name) || needs.map { !$0.has(type.name) } ?? false
            return finding(
                type.place, "'\(type.name)' has no conformer for tests or as a fallback.",
                severity: isChosen || isIdle || !type.asksForWork || isNeverTaken || isTested || isNeverCalled
                    || isOfNoUse
                    || conformers.allSatisfy(project.reachesNothing) ? .note : nil,
                fix: "Add a mock, a fake or a fallback that conforms to it.")
        }
        guard
            Self.hasDecided(project, served: served, alone: alone.count)
                || project.isProgram && project.keepsIdleStandIns(standIns)
        else { return alone }
        return alone.map { finding in
            var finding = finding
            finding.severity = .note
            return finding
        }
    }

    /// A project that replaces hardly any of its services, or none although it has tests, has decided so, as has an app that is not tested.
    private static func hasDecided(_ project: Project, served: Int, alone: Int) -> Bool {
        if project.isApp, !project.files.contains(where: \.expects) { return true }
        if served >= 3, alone * 2 > served { return true }
        return served > 1 && alone == served && project.files.contains { $0.kind == .test }
    }

    /// Nothing takes the protocol or registers it, or no other file names it, and some make what conforms to it, or the program is an app
    /// of which all is known: nothing can be given a mock.
    private static func isNeverTaken(
        _ type: TypeFact, _ conformers: [TypeFact], _ mentions: [String: [String]], isRegistered: Bool,
        in project: Project
    ) -> Bool {
        let own = Set([type.place.file] + conformers.map(\.place.file))
        func isNamedElsewhere(_ name: String) -> Bool { mentions[name]?.contains { !own.contains($0) } ?? false }
        let isTaken = isRegistered || project.takenServices.contains(type.name)
        guard !isTaken || !isNamedElsewhere(type.name) else { return false }
        // Who uses a library is to choose what replaces what its own code takes nowhere.
        return project.isApp || type.isPublic
            || conformers.contains { project.constructions.counts[$0.name] != nil || isNamedElsewhere($0.name) }
    }

    /// No function that the protocol asks for is called on anything: who takes it only keeps it.
    private static func isNeverCalled(_ type: TypeFact, _ conformers: [TypeFact], in project: Project) -> Bool {
        guard let functions = type.onlyFunctions, !type.inherited.contains(where: project.declares),
            !project.types.contains(where: { $0.kind == .extension && $0.name == type.name })
        else { return false }
        let own = Set(conformers.map(\.place.file))
        // By index, as going through the files would copy each of them.
        return !project.files.indices.contains { index in
            project.files[index].kind == .production && !own.contains(project.files[index].name)
                && !project.files[index].calledMembers.isDisjoint(with: functions)
        }
    }

    /// The files of the program that name something called as services are, by that name.
    private static func mentions(in project: Project) -> [String: [String]] {
        var files: [String: [String]] = [:]
        for index in project.files.indices where project.files[index].kind == .production {
            for name in project.files[index].serviceNames {
                files[name, default: []].append(project.files[index].name)
            }
        }
        return files
    }

    private static func mockNames(of name: String) -> Set<String> {
        var names: Set<String> = [name]
        for suffix in ["Protocol", "Type"] where name.hasSuffix(suffix) {
            names.insert(String(name.dropLast(suffix.count)))
        }
        var mocks: Set<String> = []
        for name in names {
            for kind in ["Mock", "Fake", "Stub", "Spy"] { mocks.formUnion([kind + name, name + kind]) }
        }
        return mocks
    }
}
