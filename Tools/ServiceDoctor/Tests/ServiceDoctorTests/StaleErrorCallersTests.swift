import ServiceDoctor
import Testing

/// Errors that are gone before anybody starts the work again, to judge by more than the function itself.
@Suite struct StaleErrorCallersTests {
    private func severities(_ sources: String...) -> [Severity] {
        let named = sources.enumerated().map { ("Sources/App/File\($0.offset).swift", $0.element) }
        return Doctor(configuration: DoctorConfiguration(only: ["stale_error_on_retry"]))
            .check(sources: named).findings.map(\.severity)
    }

    @Test(arguments: [
        ("clearMessages()", "clearMessages()", "private", Severity.note),
        ("loadError = nil", "clearMessages()", "private", .note),
        ("", "clearMessages()", "private", .warning),
        ("clearMessages()", "", "private", .warning),
        ("clearMessages()", "clearMessages()", "", .warning),
    ])
    func `all that leads to a private function clears the error first`(
        _ first: String, _ second: String, _ access: String, _ expected: Severity
    ) {
        let model = """
            struct DocumentsView: View {
                @State private var loadError: String?
                var body: some View {
                    Text(loadError ?? "")
                    Button("Send") { Task { await send() } }
                    Button("Photo") { Task { await photo() } }
                }
                private func send() async {
                    \(first)
                    await sendDocument()
                }
                private func photo() async {
                    \(second)
                    await sendDocument()
                }
                private func sendDocument() async {
                    await client.send()
                    await reloadDocuments()
                }
                \(access) func reloadDocuments() async {
                    do { documents = try await client.documents() } catch { loadError = "Not loaded." }
                }
                private func clearMessages() { loadError = nil }
            }
            """
        #expect(severities(model) == [expected])
    }

    @Test(arguments: [
        (".banner(data: $model.bannerUI.data, show: $model.bannerUI.show)", "", Severity.note),
        (".banner(data: model.bannerUI.data)", "", .warning),
        ("", "", .warning),
        (
            ".banner(data: $model.bannerUI.data, show: $model.bannerUI.show)",
            "var isFailed: Bool { error != nil }", .warning
        ),
    ])
    func `a banner that goes by itself shows what an observer gives it`(
        _ modifier: String, _ more: String, _ expected: Severity
    ) {
        let model = """
            final class ItemsModel: ObservableObject {
                @Published var bannerUI = BannerUI()
                private var error: AppError? {
                    didSet { bannerUI = BannerUI(show: error != nil) }
                }
                \(more)
                func reload() async {
                    do { items = try await client.items() } catch { self.error = .generic }
                }
            }
            """
        let view = """
            struct ItemsView: View {
                @StateObject var model = ItemsModel()
                var body: some View { Button("Reload") { Task { await model.reload() } }\(modifier) }
            }
            """
        #expect(severities(model, view) == [expected])
    }

    @Test(arguments: [("await loadThread()", Severity.note), ("if isOpen { await loadThread() }", .warning)])
    func `an error that the function clears after the catch does not stay`(_ after: String, _ expected: Severity) {
        let view = """
            struct ThreadView: View {
                @State private var loadError: String?
                var body: some View { Text(loadError ?? "").refreshable { await refresh() } }
                private func refresh() async {
                    do { try await client.refresh() } catch { loadError = "Not loaded." }
                    \(after)
                }
                private func loadThread() async {
                    thread = await client.thread()
                    loadError = nil
                }
            }
            """
        #expect(severities(view) == [expected])
    }
}
