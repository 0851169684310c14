import ServiceDoctor
import Testing

@Suite struct MissingMockSeverityTests {
    private func found(_ code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["missing_mock"]))
            .check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity)
    }

    @Test func `a project that replaces hardly any service has decided so`() {
        let service = { (name: String) in
            "protocol \(name)Service { func load() async throws }\nstruct Live\(name): \(name)Service { func load() async throws {} }"
        }
        let alone = ["Mail", "Map", "Rates", "News"].map(service)
        let mocks = ["Mail", "Map"].map { "struct Mock\($0): \($0)Service { func load() async throws {} }" }
        #expect(found(alone.joined(separator: "\n")) == Array(repeating: .note, count: 4))
        #expect(found((alone + mocks).joined(separator: "\n")) == [.warning, .warning])
        #expect(found(alone.prefix(2).joined(separator: "\n")) == [.warning, .warning])
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["missing_mock"]))
        let tested = [
            ("Sources/App/A.swift", alone.prefix(2).joined(separator: "\n")),
            ("Tests/AppTests/ATests.swift", "import Testing"),
        ]
        #expect(doctor.check(sources: tested).findings.map(\.severity) == [.note, .note])
    }

    @Test(arguments: [
        ("func load()", Severity.note), ("func load() -> Int", .note), ("func load() async", .warning),
        ("func load(completion: @escaping (Int) -> Void)", .warning),
        ("func load() -> AnyPublisher<Int, Never>", .warning),
    ])
    func `a protocol of which nothing can fail or take time is a note`(_ requirement: String, _ expected: Severity) {
        let code = "protocol MailService { \(requirement) }\nfinal class Mailer: MailService {}"
        #expect(found(code) == [expected])
    }

    @Test func `a service without a mock is a note in an app without a test`() {
        let service =
            "protocol MailService { func load() async throws }\nfinal class Mailer: MailService { func load() async throws {} }"
        let found = { (others: [(String, String)]) in
            Doctor(configuration: DoctorConfiguration(only: ["missing_mock"]))
                .check(sources: [("Sources/App/A.swift", service)] + others).findings.map(\.severity)
        }
        let app = (
            "Sources/App/MailApp.swift",
            """
            @main struct MailApp: App { let inbox = Inbox(mailer: Mailer()) }
            struct Inbox { let mailer: any MailService
            func start() async { do { try await mailer.load() } catch { close() } } }
            """
        )
        #expect(found([app]) == [.note])
        let test = { (body: String) in
            ("Tests/AppTests/LetterTests.swift", "import Testing\n@Test func opens() { \(body) }")
        }
        #expect(found([app, test("#expect(MailApp().isOpen)")]) == [.warning])
        #expect(found([app, test("XCTAssertTrue(MailApp().isOpen)")]) == [.warning])
        // Nothing names the service.
        let other = ("Sources/App/MailApp.swift", "@main struct MailApp: App {}")
        #expect(found([other, test("#expect(MailApp().isOpen)")]) == [.note])
        // As a template leaves it.
        #expect(found([app, test("// Use XCTAssert and related functions, or #expect(…).")]) == [.note])
        #expect(found([]) == [.warning])
    }

    @Test func `a protocol that nothing takes is a note`() {
        let service =
            "protocol MailService { func load() async throws }\nfinal class Mailer: MailService { func load() async throws {} }"
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["missing_mock"]))
        let found = { (use: String) in
            doctor.check(sources: [("Sources/App/A.swift", service), ("Sources/App/B.swift", use)]).findings.map(
                \.severity)
        }
        #expect(found("final class Inbox { let mailer = Mailer() }") == [.note])
        #expect(found("final class Inbox { let mailer: any MailService = Mailer() }") == [.note])
        #expect(found("final class Inbox { var mailer: any MailService = Mailer() }") == [.warning])
        #expect(found("final class Inbox {}") == [.warning])
    }

    @Test(arguments: [
        ("public protocol", "", Severity.note), ("protocol", "", .warning),
        (
            "public protocol",
            "final class Inbox { init(mails: any MailService) { Task { try? await mails.load() } } }", .warning
        ),
    ])
    func `a library's own protocol that it takes nowhere is its users' to replace`(
        _ head: String, _ other: String, _ expected: Severity
    ) {
        let code =
            "\(head) MailService { func load() async throws }\nfinal class Mailer: MailService { func load() async throws {} }"
        let report = Doctor(configuration: DoctorConfiguration(only: ["missing_mock"])).check(
            sources: [("Sources/Mail/A.swift", code), ("Sources/Mail/B.swift", other)])
        #expect(report.findings.map(\.severity) == [expected])
    }
}
