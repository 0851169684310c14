import ServiceDoctor
import Testing

/// What the code shows about a type counts, whatever its name is.
@Suite struct ServiceEvidenceTests {
    private func found(_ code: String, rule: String = "direct_service_in_view") -> [Severity] {
        let doctor = Doctor(configuration: DoctorConfiguration(only: [rule]))
        return doctor.check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("struct MockNews: NewsAPI { func items() async throws -> [Item] { [] } }", "async throws", [Severity.error]),
        ("struct OldNews: NewsAPI { func items() async throws -> [Item] { [] } }", "async throws", []),
        ("struct MockNews: NewsAPI { func items() -> [Item] { [] } }", "", []),
    ])
    func `a protocol that waits and has a mock is a service`(_ other: String, _ effect: String, _ expected: [Severity])
    {
        let code = """
            protocol NewsAPI { func items() \(effect) -> [Item] }
            \(other)
            final class LiveNewsAPI: NewsAPI {
                private var known: [Item] = []
                func items() \(effect) -> [Item] { known }
            }
            struct NewsView: View {
                private let api = LiveNewsAPI()
                var body: some View { Text("News") }
            }
            struct HomeView: View { var body: some View { NewsView() } }
            """
        #expect(found(code) == expected)
    }

    @Test(arguments: [
        ("ItemsView(service: service)", "", Severity.note),
        ("ItemsView(service: service)", ".task { items = (try? await service.items()) ?? [] }", .error),
        ("ItemsView(service: service)", ".task { await load() }", .error),
        ("ItemsView(service: service)", ".task { log(service.name) }", .note),
    ])
    func `a root view that asks its service does more than hand it on`(
        _ content: String, _ modifier: String, _ expected: Severity
    ) {
        let code = """
            protocol ItemService { func items() async throws -> [Item] }
            final class LiveItemService: ItemService {
                private var known: [Item] = []
                func items() async throws -> [Item] { known }
            }
            struct ContentView: View {
                private let service = LiveItemService()
                @State private var items: [Item] = []
                var body: some View { \(content)\(modifier) }
                \(modifier.contains("load") ? "private func load() async { items = (try? await service.items()) ?? [] }" : "")
            }
            @main struct ShopApp: App { var body: some Scene { WindowGroup { ContentView() } } }
            """
        #expect(found(code) == [expected])
    }

    @Test(arguments: ["signIn", "login", "checkout", "placeOrder", "confirmBooking"])
    func `what a user tries again starts without the old error`(_ name: String) {
        let code = """
            @MainActor final class CheckoutModel: ObservableObject {
                @Published private(set) var errorMessage: String?
                func \(name)() async {
                    do { try await service.send() } catch { errorMessage = message(for: error) }
                }
            }
            struct CheckoutView: View {
                @StateObject private var model = CheckoutModel()
                var body: some View {
                    if let text = model.errorMessage { Text(text) }
                    Button("Go") { Task { await model.\(name)() } }
                }
            }
            """
        #expect(found(code, rule: "stale_error_on_retry") == [.warning])
    }

    @Test(arguments: [("text = \"Offline\"", Severity.error), ("note(\"Offline\")", .warning)])
    func `a stand-in for a result that cannot fail is an error`(_ handling: String, _ expected: Severity) {
        let code = "func show() { do { text = store.items() } catch { \(handling) } }"
        #expect(found(code, rule: "unreachable_fallback") == [expected])
    }
}
