import ServiceDoctor
import Testing

/// A service that is made of stand-ins needs none of its own, nor does one that others hide from those who decide.
@Suite struct MissingMockPartsTests {
    private func found(_ sources: [(String, String)]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["missing_mock"])).check(sources: sources).findings.map(
            \.severity)
    }

    private static let service = """
        protocol MailService { func send(_ letter: Letter) async throws }
        final class Mailer {
            private let network: any NetworkService
            private let settings = Settings.shared
            init(network: any NetworkService) { self.network = network }
        }
        extension Mailer: MailService {
            func send(_ letter: Letter) async throws { try await network.post(Request(letter)); settings.note() }
        }
        """

    @Test(arguments: [
        ("network = NetworkMock()\nmailer = Mailer(network: network)", "UserDefaults.standard", Severity.note),
        ("let mailer = Mailer(network: NetworkMock())", "UserDefaults.standard", .note),
        ("let mailer = Mailer(network: Network())", "UserDefaults.standard", .warning),
        ("let mailer = Mailer(network: NetworkMock())", "URLSession.shared", .warning),
    ])
    func `tests make it of stand-ins and it reaches nothing else outside`(
        _ test: String, _ settings: String, _ expected: Severity
    ) {
        let sources = [
            ("Sources/App/Mailer.swift", Self.service),
            (
                "Sources/App/Settings.swift",
                "final class Settings { static let shared = Settings(); let kept = \(settings) }"
            ),
            ("Sources/App/Network.swift", "protocol NetworkService { func post(_ request: Request) async throws }"),
            ("Sources/App/Live.swift", "struct Network: NetworkService { let session = URLSession.shared }"),
            ("Sources/App/Inbox.swift", "final class Inbox { init(mailer: any MailService) {} }"),
            (
                "Tests/AppTests/MailerTests.swift",
                "final class NetworkMock: NetworkService {}\nfunc setUp() { \(test)\n#expect(mailer.isReady) }"
            ),
        ]
        #expect(found(sources) == [expected])
    }

    @Test func `a library in the file counts as outside`() {
        let test = "struct NetworkMock: NetworkService {}\nlet mailer = Mailer(network: NetworkMock())"
        let sources = { (imported: String) in
            [
                ("Sources/App/Mailer.swift", "import \(imported)\n" + Self.service),
                ("Sources/App/Network.swift", "protocol NetworkService { func post() async throws }"),
                ("Sources/App/Inbox.swift", "final class Inbox { init(mailer: any MailService) {} }"),
                ("Tests/AppTests/MailerTests.swift", test),
            ]
        }
        #expect(found(sources("Foundation")) == [.note])
        #expect(found(sources("FirebaseAuth")) == [.warning])
    }

    @Test(arguments: [
        ("InboxStore", "letters = try await mailer.letters().map { Row($0) }", Severity.note),
        ("InboxStore", "do { try await mailer.letters() } catch { letters = [] }", .warning),
        ("InboxStore", "if try await mailer.letters().isEmpty { close() }", .warning),
        ("OutboxStore", "letters = try await mailer.letters()", .warning),
    ])
    func `in a package, who only hands on behind a stand-in hides the service`(
        _ parent: String, _ body: String, _ expected: Severity
    ) {
        let sources = [
            (
                "Sources/Mail/Mailer.swift",
                """
                public protocol MailClient { func letters() async throws -> [Letter] }
                struct Mailer: MailClient { func letters() async throws -> [Letter] { [] } }
                """
            ),
            (
                "Sources/Inbox/Store.swift",
                """
                protocol InboxStore { func load() async throws }
                protocol OutboxStore { func load() async throws }
                final class Store: \(parent) {
                    let mailer: any MailClient
                    init(mailer: any MailClient) { self.mailer = mailer }
                    func load() async throws { \(body) }
                }
                """
            ),
            ("Tests/InboxTests/MockStore.swift", "final class MockStore: InboxStore { func load() async throws {} }"),
        ]
        #expect(found(sources) == [expected])
    }
}
