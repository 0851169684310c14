import ServiceDoctor
import Testing

@Suite struct NullObjectTests {
    private static let client = """
        final class Client {
            init(signer: any Signing) {}
            func get(signed: Bool = false) throws { if signed { try signer.token() } }
            func page(signed: Bool = false) throws { try get(signed: signed) }
        }
        """

    private func found(_ others: String, isApp: Bool = true) -> [Severity] {
        let sources = [
            ("App/Signing.swift", "protocol Signing { func token() throws -> String? }"),
            ("App/Dummy.swift", "final class DummySigner: Signing { func token() throws -> String? { nil } }"),
            (
                "App/Main.swift",
                """
                import Swinject
                final class MainAssembly: Assembly {
                    func assemble(container: Container) { container.register(Signing.self) { _ in DummySigner() } }
                }
                \(isApp ? "@main struct Shop: App {}" : "")
                """
            ),
            ("App/Other.swift", others),
        ]
        return Doctor(configuration: DoctorConfiguration(only: ["mock_as_live"])).check(sources: sources).findings.map(
            \.severity)
    }

    @Test(arguments: [
        ("", Severity.note), (client, .note),
        (client + "\nfunc load() throws { try client.page(signed: true) }", .error),
        (client + "\nfunc load() throws { try client.page(signed: isKnown) }", .error),
        ("func load() throws { try signer.token() }", .error),
        ("final class KeySigner: Signing { func token() throws -> String? { keys.first } }", .error),
    ])
    func `a mock that is the only type for its protocol, and that nothing asks, is a note`(
        _ others: String, _ expected: Severity
    ) {
        #expect(found(others) == [expected])
    }

    @Test func `what a library never asks, its users may`() {
        #expect(found("", isApp: false) == [.error])
    }
}
