struct DuplicateRule: Rule {
    let description = RuleDescription(
        id: "di_duplicate",
        severity: .error,
        summary: "Finds services that are registered twice in one environment.",
        reason: """
            The last registration counts, so the other one is dead code that looks alive: a change to it changes nothing.
            """,
        exceptions: "Tests and overrides, other names or arguments, branches, alternatives in other assemblies.",
        triggering: [
            """
            import Service
            import ServiceHealth
            import ServiceMacros
            @Resilient protocol Rates: Sendable { @Idempotent func rates() async throws -> Table }
            func wire(env: ServiceEnv) {
                env.register((any Rates).self) { LiveRates() }
                ↓env.registerResilient(ResilientRates.self, health: .rates, policy: .server) { LiveRates() }
            }
            """,
            """
            import Service
            ServiceEnv.current.register(Database.self) { SQLite() }
            ↓ServiceEnv.current.register(Database.self) { Postgres() }
            """,
            """
            import Service
            struct LiveAssembly: ServiceAssembly {
                func assemble(env: ServiceEnv) {
                    env.register(Database.self) { SQLite() }
                    env.register(Log.self) { Log() }
                    ↓env.register((any Database).self) { SQLite() }
                }
            }
            """,
            """
            // FILE: Sources/App/A.swift
            import Service
            func wireA() { ServiceEnv.online.register(Mailer.self) { Mailer() } }
            // FILE: Sources/App/B.swift
            import Service
            func wireB() { ↓ServiceEnv.online.register(Mailer.self) { Mailer() } }
            """,
            """
            import Service
            struct CoreAssembly: ServiceAssembly {
                func assemble(env: ServiceEnv) { env.register(Log.self) { Log() } }
            }
            struct ToolsAssembly: ServiceAssembly {
                func assemble(env: ServiceEnv) { ↓env.register(Log.self) { FileLog() } }
            }
            ServiceEnv.current.assemble(CoreAssembly(), ToolsAssembly())
            """,
            """
            import Swinject
            final class AppAssembly: Assembly {
                func assemble(container: Container) {
                    container.register(Mailing.self) { _ in SMTPMailer() }
                    ↓container.register(Mailing.self) { r in QueueMailer(r.resolve(Queue.self)!) }.inObjectScope(.container)
                }
            }
            """,
            """
            import Swinject
            typealias Source = Router
            final class SongAssembly: Assembly {
                func assemble(container: Container) {
                    container.register(SongScreen.self) { (r, source: Router) in SongScreen(source) }
                    ↓container.register(SongScreen.self) { (r, source: Source) in SongScreen(source) }
                    container.register(Player.self) { (r, song: Song) in Player(song) }
                    ↓container.register(Player.self) { (r, song) in Player(song) }
                }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(DB.self, name: "replica") { DB(1) }
                ↓env.register(DB.self, name: "replica") { DB(2) }
            }
            """,
        ],
        clean: [
            """
            import Service
            import ServiceMacros
            @Injectable final class Report { init(@Passed year: Int) {} }
            func wire(env: ServiceEnv) {
                env.register(Report.self) { Report(year: 2026) }
                env.register(Report.self)
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(DB.self) { DB(1) }
                env.register(DB.self, name: "replica") { DB(2) }
            }
            """,
            """
            import Swinject
            final class SongAssembly: Assembly {
                func assemble(container: Container) {
                    container.register(SongScreen.self) { (r, source: Router, song: Song?) in SongScreen(source) }
                    container.register(SongScreen.self) { (r, source: Library, song: Song?) in SongScreen(source) }
                }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                if isDemo { env.register(DB.self) { DemoDB() } } else { env.register(DB.self) { DB() } }
            }
            """,
            """
            import Service
            ServiceEnv.online.register(DB.self) { DB() }
            ServiceEnv.test.register(DB.self) { FakeDB() }
            """,
            """
            import Service
            struct LiveAssembly: ServiceAssembly { func assemble(env: ServiceEnv) { env.register(DB.self) { DB() } } }
            struct DemoAssembly: ServiceAssembly { func assemble(env: ServiceEnv) { env.register(DB.self) { DemoDB() } } }
            """,
            """
            import Service
            env.contribute(Plugin.self) { First() }
            env.contribute(Plugin.self) { Second() }
            """,
            """
            import Service
            env.register(DB.self) { DB() }
            env.decorate(DB.self) { Logged($0) }
            // FILE: Tests/AppTests/DBTests.swift
            import Service
            env.register(DB.self) { FakeDB() }
            env.register(DB.self) { OtherDB() }
            """,
            """
            import Service
            #if !Health
            @available(*, unavailable) public typealias Manager = Never
            @available(*, unavailable) public typealias Pipeline = Never
            #endif
            env.register(Manager.self) { Manager() }
            env.register(Pipeline.self) { Pipeline() }
            """,
            """
            import Swinject
            func wire(container: Container) {
                container.register(Page.self) { _ in Page() }
                container.register(Page.self) { (_, number: Int) in Page(number) }
            }
            """,
            """
            import UIKit
            tableView.register(Cell.self, forCellReuseIdentifier: "a")
            tableView.register(Cell.self, forCellReuseIdentifier: "b")
            """,
        ])

    func conclude(_ project: Project) -> [Finding] {
        let registrations = Self.withComparableArguments(
            project.injection.registrations.filter {
                !$0.isSetAside && !$0.isConditional && !$0.isAddition
                    && ($0.framework == .service || $0.framework == .swinject)
            }, aliases: project.aliases)
        var findings: [Place: Finding] = [:]
        for group in Dictionary(grouping: registrations, by: identity).values where group.count > 1 {
            add(group, to: &findings)
        }
        for assemblies in project.injection.assembledTogether {
            let together = registrations.filter { $0.assembly.map(assemblies.contains) ?? false }
            for group in Dictionary(grouping: together, by: service).values {
                for part in Self.modules(of: group, in: project) where part.count > 1 { add(part, to: &findings) }
            }
        }
        return Array(findings.values)
    }

    /// Where two programs have an assembly of one name each, theirs are told apart by module.
    private static func modules(
        of group: [InjectionFacts.Registration], in project: Project
    ) -> [[InjectionFacts.Registration]] {
        let isAmbiguous = group.compactMap(\.assembly).contains { name in
            project.declarations(of: name).count { $0.kind != .extension } > 1
        }
        guard isAmbiguous else { return [group] }
        return Array(Dictionary(grouping: group) { module(of: $0.place.file) }.values)
    }

    /// Forgets the types of arguments that some registration of the service does not tell, or tells by another name.
    private static func withComparableArguments(
        _ registrations: [InjectionFacts.Registration], aliases: [String: String]
    ) -> [InjectionFacts.Registration] {
        var untold: [String: Set<Int>] = [:]
        for registration in registrations {
            let types = registration.argumentTypes
            untold[registration.key.service, default: []].formUnion(
                (0..<registration.arity).filter { $0 >= types.count || types[$0].isEmpty || aliases[types[$0]] != nil })
        }
        return registrations.map { registration in
            var registration = registration
            for index in untold[registration.key.service] ?? [] where index < registration.argumentTypes.count {
                registration.argumentTypes[index] = ""
            }
            return registration
        }
    }

    private func add(_ group: [InjectionFacts.Registration], to findings: inout [Place: Finding]) {
        for registration in group.sorted(by: { $0.place < $1.place }).dropFirst() {
            findings[registration.place] = finding(
                registration.place,
                "'\(registration.key.service)' is registered twice in one environment; the last one counts.",
                fix: "Remove one of them, or give it a name.")
        }
    }

    private func service(_ registration: InjectionFacts.Registration) -> [String] {
        [
            registration.framework.rawValue, registration.key.service, registration.key.name ?? "",
            "\(registration.arity)", registration.argumentTypes.filter { !$0.isEmpty }.joined(separator: ","),
        ]
    }

    /// Environments that are the same everywhere are told apart by module, since each program has its own.
    private func identity(_ registration: InjectionFacts.Registration) -> [String] {
        var parts = service(registration) + [registration.environment]
        if registration.environment.hasPrefix("ServiceEnv.") { parts.append(Self.module(of: registration.place.file)) }
        return parts
    }

    private static func module(of file: String) -> String {
        let folders = file.split(separator: "/").dropLast()
        if let sources = folders.lastIndex(of: "Sources") {
            return folders[...min(sources + 1, folders.endIndex - 1)].joined(separator: "/")
        }
        return folders.first.map(String.init) ?? ""
    }
}
