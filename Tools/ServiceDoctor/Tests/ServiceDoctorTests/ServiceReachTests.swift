import ServiceDoctor
import Testing

/// What a service reaches decides whether something must be able to stand in for it.
@Suite struct ServiceReachTests {
    private func found(_ rule: String, _ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: sources).findings.map(\.severity)
    }

    /// What is found in a view that keeps a service.
    private func kept(_ service: String, name: String = "ImportService") -> [Severity] {
        let view = "struct PageView: View { private let service = \(name)(); var body: some View { Text(\"x\") } }"
        return found("direct_service_in_view", [("Sources/App/A.swift", "\(service)\n\(view)")])
    }

    private func importer(_ member: String, parents: String = "") -> String {
        """
        struct Page { let text: String }
        protocol Importing { func pages(at url: URL) async throws -> [Page] }
        final class Reader { func read() async throws {} }
        enum Limits { static let size = 400 }
        final class ImportService\(parents) {
            \(member)
            func pages(at url: URL) async throws -> [Page] {
                guard FileManager.default.fileExists(atPath: url.path) else { throw Missing() }
                return (PDFDocument(url: url)?.pages ?? []).map { Page(text: $0.text) }
            }
            struct Missing: Error {}
        }
        """
    }

    @Test(arguments: [
        ("", Severity.note), ("private let limit = 400", .note), ("private let limit: Int", .note),
        ("init(limit: Int = Limits.size) {}", .note),
        ("private let log = Logger(subsystem: name, category: \"a\")", .error),
        ("private let log = Logger(subsystem: \"a\", category: \"b\")", .note),
        ("private var pages: [Page] = []", .error), ("private let reader: Reader", .error),
        ("func other() async throws { try await Reader().read() }", .error),
        ("func other() async throws -> Data { try await URLSession.shared.data(from: url).0 }", .error),
        ("func other() async throws { try await database.write(pages) }", .error),
        (
            "func other(pages: [Page]) async throws { try await save(pages) }\nfunc save(_ pages: [Page]) async throws {}",
            .note
        ),
    ])
    func `a service that keeps constants and works on files is a note`(_ member: String, _ expected: Severity) {
        #expect(kept(importer(member)) == [expected])
    }

    @Test
    func `a service that stands for a protocol, is not written yet, or has more to it in another file is an error`() {
        #expect(kept(importer("", parents: ": Importing")) == [.error])
        let detached = """
            final class ImportService {
                func size(of url: URL) async throws -> Int {
                    try await Task.detached {
                        let path = url.path
                        let file = FileManager.default.contents(atPath: path)
                        return file?.count ?? 0
                    }.value
                }
            }
            """
        #expect(kept(detached) == [.note])
        #expect(kept("final class ImportService { func pages() async throws -> [Page] { [] } }") == [.error])
        let view =
            "struct PageView: View { private let service = ImportService(); var body: some View { Text(\"x\") } }"
        let sources = [
            ("Sources/App/A.swift", importer("")), ("Sources/App/B.swift", view),
            ("Sources/App/ImportService+Load.swift", "extension ImportService { func load() async throws {} }"),
        ]
        #expect(found("direct_service_in_view", sources) == [.error])
        #expect(found("direct_service_in_view", Array(sources.prefix(2))) == [.note])
    }

    @Test(arguments: [
        ("let defaults: UserDefaults", "", Severity.note), ("let defaults: UserDefaults", "throws", .error),
        ("var defaults: UserDefaults", "", .error),
    ])
    func `a service that only keeps settings, and cannot fail, is a note`(
        _ property: String, _ effect: String, _ expected: Severity
    ) {
        let service = """
            protocol SettingsService { func theme() \(effect) -> String }
            final class DefaultsSettingsService: SettingsService {
                private \(property)
                func theme() \(effect) -> String {
                    let name = defaults.string(forKey: "theme")
                    return name ?? "light"
                }
            }
            """
        #expect(kept(service, name: "DefaultsSettingsService") == [expected])
    }

    @Test(arguments: [
        ("// A stub until the terminal exists.", "TerminalService", Severity.note),
        ("/// Placeholder", "TerminalService", .note),
        ("// Runs commands.", "TerminalService", .error), ("// A stub for previews.", "MockTerminalService", .error),
    ])
    func `a service that its comment calls a stub is a note`(_ comment: String, _ name: String, _ expected: Severity) {
        let service = """
            \(comment)
            final class \(name) {
                private var isOpen = false
                func open() async throws { isOpen = true }
            }
            """
        #expect(kept(service, name: name) == [expected])
    }

    private func mockless(_ members: String, _ others: [(String, String)] = []) -> [Severity] {
        let service = """
            protocol GameService { func deal() async throws -> [Card] }
            protocol CardRepository { func cards() async throws -> [Card] }
            struct Card { let value: Int }
            enum Dealing: Error { case empty }
            final class LiveGameService: GameService { \(members) }
            """
        let taker = "final class GameModel { init(games: any GameService) {} }"
        return found(
            "missing_mock", [("Sources/App/A.swift", service), ("Sources/App/B.swift", taker)] + others)
    }

    private static let deal = """
        func deal() async throws -> [Card] {
            guard !deck.isEmpty else { throw Dealing.empty }
            return await shuffle()
        }
        private func shuffle() async -> [Card] { deck.shuffled() }
        """

    @Test(arguments: [
        ("private var deck: [Card] = []\n\(deal)", Severity.note),
        ("private var deck: [Card] = []\nprivate let log = Logger(subsystem: \"a\", category: \"b\")\n\(deal)", .note),
        ("private var deck: [Card] { UserDefaults.standard.cards }\n\(deal)", .warning),
        ("private var deck: [Card] { get async { await table.cards } }\n\(deal)", .note),
        ("private var deck: [Card] = []\n\(deal)\nfunc load() async throws { try await table.load() }", .warning),
        ("private var deck: [Card] = []\n\(deal)\nfunc load() throws { _ = try Data(contentsOf: url) }", .warning),
        ("private let client: HTTPClient\n\(deal)", .warning),
        ("func deal() async throws -> [Card] { [] }", .warning),
    ])
    func `a service that only computes needs no stand-in`(_ members: String, _ expected: Severity) {
        #expect(mockless(members) == [expected])
    }

    @Test(arguments: [
        ("struct StubCards: CardRepository { func cards() async throws -> [Card] { [] } }", [Severity.note]),
        ("struct LiveCards: CardRepository { func cards() async throws -> [Card] { [] } }", [.warning, .warning]),
    ])
    func `a service that only asks what has a stand-in needs none itself`(_ repository: String, _ expected: [Severity])
    {
        let members = """
            private let repository: any CardRepository
            func deal() async throws -> [Card] {
                let cards = try await repository.cards()
                return cards.shuffled()
            }
            """
        #expect(mockless(members, [("Sources/App/Cards.swift", repository)]) == expected)
    }
}
