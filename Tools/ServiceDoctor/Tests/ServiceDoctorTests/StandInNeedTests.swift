import ServiceDoctor
import Testing

/// In an app, a stand-in is of use where something that tests reach decides by what the service answers.
@Suite struct StandInNeedTests {
    private static let service = """
        protocol MailService { func send() async throws -> Bool }
        final class Mailer: MailService { init(session: Session) {} ; func send() async throws -> Bool { true } }
        """

    private static func inbox(_ body: String, head: String = "final class Inbox") -> String {
        """
        \(head) {
            private let mailer: any MailService
            init(mailer: any MailService) { self.mailer = mailer }
            func load() async throws { \(body) }
        }
        """
    }

    private static let asks = inbox("do { try await mailer.send() } catch { state = .failed }")

    private func found(
        _ inbox: String, at path: String = "App/Inbox/Inbox.swift", test: String = "Inbox(mailer: Mailer())",
        _ others: [(String, String)] = []
    ) -> [Severity] {
        let sources = [
            ("Core/Mail/Mailer.swift", Self.service), (path, inbox),
            ("App/MailApp.swift", "@main struct MailApp: App { let inbox = Inbox(mailer: Mailer(session: .shared)) }"),
            ("Tests/InboxTests.swift", "import Testing\n@Test func opens() { #expect(\(test).isOpen) }"),
        ]
        return Doctor(configuration: DoctorConfiguration(only: ["missing_mock"]))
            .check(sources: sources + others).findings.map(\.severity)
    }

    @Test(arguments: [
        ("do { try await mailer.send() } catch { state = .failed }", Severity.warning),
        ("guard try await self.mailer.send() else { return }", .warning),
        ("let isSent = try await mailer.send()\nstate = isSent ? .sent : .failed", .warning),
        ("guard let mailer = self.mailer else { return }\nif try await mailer.send() { close() }", .warning),
        ("let sender = self.mailer\nif try await sender.send() { close() }", .warning),
        ("try await mailer.send()", .note),
        ("guard isOpen else { return }\ntry await mailer.send()", .note),
        ("if isOpen { try await mailer.send() }", .note),
        ("if try await other.send() { close() }", .note),
    ])
    func `only who decides by the outcome needs a stand-in`(_ body: String, _ expected: Severity) {
        #expect(found(Self.inbox(body)) == [expected])
    }

    @Test(arguments: [("services.mailer", Severity.warning), ("services.sender", .note)])
    func `a service that another object keeps is asked by its name there`(_ asked: String, _ expected: Severity) {
        let services = ("App/Services.swift", "struct Services { let mailer: any MailService }")
        let inbox = Self.inbox("if try await \(asked).send() { close() }").replacing(
            "mailer: any MailService", with: "services: Services")
        #expect(found(inbox, [services]) == [expected])
    }

    @Test func `a view or a type that nobody makes decides nothing that tests reach`() {
        #expect(found(Self.asks) == [.warning])
        #expect(found(Self.asks.replacing("final class Inbox", with: "struct Inbox: View")) == [.note])
        let idle = Self.asks.replacing("final class Inbox", with: "final class Outbox")
        let inbox = "final class Inbox { init(mailer: any MailService) {} }"
        #expect(found(inbox, [("App/Inbox/Outbox.swift", idle)]) == [.note])
    }

    @Test(arguments: [
        ("App/Inbox/Inbox.swift", "Inbox(mailer: Mailer())", Severity.warning),
        ("App/Inbox/Inbox.swift", "Letter()", .note),
        ("App/Inbox/Inbox.swift", "Folder()", .warning), ("Sources/Inbox/Inbox.swift", "Letter()", .note),
    ])
    func `tests reach the types of the folders that they name a type of`(
        _ path: String, _ tested: String, _ expected: Severity
    ) {
        let others = [("Sources/Letters/Letter.swift", "struct Letter {}"), ("App/Folder.swift", "struct Folder {}")]
        #expect(found(Self.asks, at: path, test: tested, others) == [expected])
    }

    @Test(arguments: [
        ("", Severity.note), ("let map = MockMap()", .warning), ("#Preview { Page(map: MockMap()) }", .warning),
    ])
    func `a project whose stand-ins nobody makes has no use for another`(_ use: String, _ expected: Severity) {
        let map = """
            protocol MapService { func show() async throws }
            final class LiveMap: MapService { func show() async throws {} }
            final class MockMap: MapService { func show() async throws {} }
            """
        #expect(found(Self.asks, [("Core/Map.swift", map), ("App/Page.swift", use)]) == [expected])
    }

    @Test func `a library may be used by others`() {
        let sources = [
            ("Sources/Mail/Mailer.swift", Self.service),
            ("Sources/Mail/Inbox.swift", Self.inbox("try await mailer.send()")),
        ]
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["missing_mock"]))
        #expect(doctor.check(sources: sources).findings.map(\.severity) == [.warning])
    }
}
