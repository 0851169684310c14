import ServiceDoctor
import Testing

@Suite struct StaleErrorSeverityTests {
    @Test(arguments: [
        (".onTapGesture { Task { WORK } }", Severity.warning),
        (".task { WORK }", .note),
        (".onAppear { Task { WORK } }", .note),
        (".onChange(of: name) { Task { WORK } }", .note),
        (".onSubmit { Task { try? await Task.sleep(for: .seconds(0.1)); WORK } }", .note),
    ])
    func `work that the program starts by itself leaves no error that anybody waits with`(
        _ modifier: String, _ expected: Severity
    ) {
        let work =
            "do { items = try await client.items() } catch { guard !Task.isCancelled else { return }; loadError = error }"
        let code = """
            struct ItemsView: View {
                @State private var loadError: (any Error)?
                var body: some View { Text(loadError?.localizedDescription ?? "")\(modifier.replacing("WORK", with: work)) }
            }
            """
        #expect(severities(of: code) == [expected])
    }

    @Test(arguments: [("reload", Severity.warning), ("loadMore", .note), ("fetchMoreItems", .note)])
    func `an old error is a note where scrolling starts the work`(_ name: String, _ expected: Severity) {
        #expect(severities(of: model(name: name)) == [expected])
    }

    @Test(arguments: [
        (
            "try await client.check()\nawait MainActor.run { loadError = nil }\nitems = try await client.items()",
            Severity.note
        ),
        ("items = try await client.items()\nloadError = nil", .note),
        ("items = try await client.items()\nloadError = Failure.empty", .warning),
        ("items = try await client.items()\nif items.isFirst { loadError = nil }", .note),
    ])
    func `an error that the work clears on its way or in the end is a note`(_ body: String, _ expected: Severity) {
        #expect(severities(of: model(body: body)) == [expected])
    }

    @Test(arguments: [
        ("try await client.like(item)\nawait loadItems()", Severity.note),
        ("try await client.like(item)\nif isOpen { await loadItems() }", .warning),
        ("try await client.like(item)\nawait client.loadItems()", .warning),
    ])
    func `an error that what follows the work clears is a note`(_ body: String, _ expected: Severity) {
        let property = "var loadError: (any Error)?\nfunc loadItems() async { loadError = nil; items = await known() }"
        #expect(severities(of: model(body: body, property: property)) == [expected])
    }

    @Test(arguments: [("[]", 0), ("[:]", 0), ("[1: \"Not loaded.\"]", 1)])
    func `a catch that empties a collection of errors sets none`(_ value: String, _ count: Int) {
        let code = """
            @Observable final class FormModel {
                private(set) var errorMessageByYear: [Int: String] = [:]
                func reload() async { do { items = try await client.items() } catch { errorMessageByYear = \(value) } }
                func retry() async { await reload() }
                func refresh() async { await reload() }
            }
            """
        #expect(severities(of: code).count == count)
    }

    @Test(arguments: [
        ("func show() { Task { try? await Task.sleep(for: .seconds(3)); loadError = nil } }", Severity.note),
        ("func show() { DispatchQueue.main.asyncAfter(deadline: .now() + 3) { self.loadError = nil } }", .note),
        ("func show() { Task { await animate(); loadError = nil } }", .warning),
    ])
    func `an error that goes by itself is a note`(_ function: String, _ expected: Severity) {
        let property = "private(set) var loadError: (any Error)?\n\(function)"
        #expect(severities(of: model(body: "try await client.like(item)", property: property)) == [expected])
    }

    @Test(arguments: [
        ("private var loadError: (any Error)?", Severity.note),
        ("private(set) var loadError: (any Error)?", .warning),
        (
            "private var loadError: (any Error)?\nvar hint: String? { if let loadError { text(of: loadError) } else { nil } }",
            .warning
        ),
        ("@State private var loadError: (any Error)?\nvar cell: Cell { Cell(loadError: nil) }", .note),
    ])
    func `a private error that nothing reads is a note`(_ property: String, _ expected: Severity) {
        #expect(severities(of: model(property: property)) == [expected])
    }

    @Test(arguments: [
        ("load", "loadError", Severity.note), ("load", "saveError", .warning), ("delete", "loadError", .warning),
    ])
    func `an error that saving shares with loading is a note`(
        _ other: String, _ property: String, _ expected: Severity
    ) {
        let other = "func \(other)() async { do { try await client.all() } catch { \(property) = error } }"
        let more = "var loadError: (any Error)?\nvar saveError: (any Error)?\n\(other)"
        #expect(severities(of: model(name: "save", property: more)).last == expected)
    }

    private func model(
        name: String = "reload", body: String = "items = try await client.items()",
        property: String = "var loadError: (any Error)?"
    ) -> String {
        """
        final class ItemsModel {
            \(property)
            func \(name)() async {
                do {
                    \(body)
                } catch {
                    if !Task.isCancelled { loadError = error }
                }
            }
        }
        """
    }

    private func severities(of code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["stale_error_on_retry"]))
            .check(sources: [("Sources/App/A.swift", code)]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("isSaved = nil", "if isSaved == false, let saveError { Text(saveError) }", true),
        ("", "if isSaved == false, let saveError { Text(saveError) }", false),
        ("isSaved = nil", "if let saveError { Text(saveError) }", false),
    ])
    func `an error that is shown beside a flag is gone with the flag`(
        _ before: String, _ shown: String, _ isGone: Bool
    ) {
        let code = """
            struct FormView: View {
                @State private var isSaved: Bool?
                @State private var saveError: String?
                var body: some View { VStack { \(shown); Button("Save") { Task { await save() } } } }
                func save() async {
                    \(before)
                    do { try await client.save(item) } catch {
                        guard !Task.isCancelled else { return }
                        saveError = "Not saved."
                        isSaved = false
                    }
                }
            }
            """
        #expect(severities(of: code).isEmpty == isGone)
    }

    @Test(arguments: [
        ("$text.sink { _ in self.textError = nil }.store(in: &bag)", true),
        ("$text.sink { _ in self.count += 1 }", false),
    ])
    func `an error that a change of the input takes away is not old`(_ follow: String, _ isClean: Bool) {
        let code = """
            final class PostViewModel: ObservableObject {
                @Published var text = ""
                @Published var textError: String?
                init() { \(follow) }
                func submit() async {
                    do { try await client.send(text) } catch { textError = "Not sent." }
                }
                func retry() async { await submit() }
            }
            """
        #expect(severities(of: code) == (isClean ? [] : [.warning]))
        let observed = code.replacing("var text = \"\"", with: "var text = \"\" { didSet { textError = nil } }")
        #expect(severities(of: observed).isEmpty)
    }

    @Test(arguments: [
        ("if isLoading { ProgressView() } else if let loadError { Text(loadError) }", true),
        ("if isLoading { ProgressView() } else { Text(loadError ?? \"\") }", true),
        ("if isEmpty { ProgressView() } else if let loadError { Text(loadError) }", false),
        ("if isLoading { ProgressView() }; Text(loadError ?? \"\")", false),
    ])
    func `an error that progress hides while the work runs is not old`(_ body: String, _ isClean: Bool) {
        let code = """
            struct ItemsView: View {
                @State private var isLoading = false
                @State private var loadError: String?
                var body: some View { VStack { \(body) }.toolbar { Button("Retry") { Task { await load() } }; Button("All") { Task { await load() } } } }
                func load() async {
                    isLoading = true
                    defer { isLoading = false }
                    do { items = try await client.items() } catch { loadError = "Not loaded." }
                }
            }
            """
        #expect(severities(of: code) == (isClean ? [] : [.warning]))
    }

    @Test(
        arguments: [
            ("private ", "isLoading = true", "", []), ("private ", "isLoading = true", "Text(player.loadError)", []),
            ("private ", "isLoading = true", "Text(loadError ?? \"\")", [.warning]),
            ("private ", "isOpen = true", "", [.warning]), ("", "isLoading = true", "", [.warning]),
        ] as [(String, String, String, [Severity])])
    func `progress that everybody who calls the work begins hides the old error`(
        _ access: String, _ first: String, _ other: String, _ expected: [Severity]
    ) {
        let code = """
            struct ItemsView: View {
                @State private var isLoading = true
                @State private var loadError: String?
                var body: some View {
                    VStack { if isLoading { ProgressView() } else if let loadError { Text(loadError) }; \(other) }.task { await load() }
                }
                func reload() { \(first); Task { await load() } }
                func turn() { isLoading = true; Task { await load() } }
                \(access)func load() async {
                    do { items = try await client.items() } catch { loadError = "Not loaded." }
                    isLoading = false
                }
            }
            """
        #expect(severities(of: code) == expected)
    }

    @Test(arguments: [
        (".onAppear { loadItems() }", "", Severity.note), (".task { loadItems() }", "", .note),
        (".onAppear { Task { loadItems() } }", "", .note),
        (".onAppear { loadItems() }", "Button(\"Retry\") { loadItems() }", .warning),
        (".onAppear { loadItems() }", "Button(\"Retry\", action: loadItems)", .warning),
        (".refreshable { loadItems() }", "", .warning),
    ])
    func `an old error is a note where a view only loads as it appears`(
        _ modifier: String, _ other: String, _ expected: Severity
    ) {
        let code = """
            struct ItemsView: View {
                @State private var loadError: String?
                var body: some View { VStack { Text(loadError ?? ""); \(other) }\(modifier) }
                func loadItems() {
                    Task { do { items = try await client.items() } catch { loadError = "Not loaded." } }
                }
            }
            """
        #expect(severities(of: code) == [expected])
    }
}
