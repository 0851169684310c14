import ServiceDoctor
import Testing

@Suite struct BuildSettingsTests {
    private func findings(_ rule: String, _ settings: String, _ code: String) throws -> [Severity] {
        var project = ProjectText()
        project.add("App/A.swift")
        let folder = try TemporaryFolder([
            "ios/App.xcodeproj/project.pbxproj": project.text + "\n// \(settings)\n", "ios/App/A.swift": code,
        ])
        return try Doctor(configuration: DoctorConfiguration(only: [rule]), workingDirectory: folder.path)
            .check(["."]).findings.map(\.severity)
    }

    @Test(arguments: [
        ("SWIFT_VERSION = 2.3;", Severity.note), ("LastSwiftUpdateCheck = 0710;", .note),
        ("CreatedOnToolsVersion = 7.1.1;", .note), ("LastUpgradeCheck = 0630;", .note),
        ("LastUpgradeCheck = 0930;", .error),
        ("CreatedOnToolsVersion = 7.1; SWIFT_VERSION = 5.0;", .error),
        ("LastSwiftUpdateCheck = 0710; SWIFT_VERSION = 5.0;", .error), ("SWIFT_VERSION = 5.0;", .error), ("", .error),
    ])
    func `a file that does not parse is a note in a project of Swift 2`(_ settings: String, _ expected: Severity) throws
    {
        let code = "func load(done: Int -> Void) { if let x = y where x > 1 { done(x) } }\n"
        #expect(try findings("syntax_error", settings, code) == [expected])
    }

    @Test(arguments: [("0720", Severity.note), ("0930", .error)])
    func `a project may be written as XML`(_ version: String, _ expected: Severity) throws {
        let folder = try TemporaryFolder([
            "App.xcodeproj/project.pbxproj": """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            \t<key>LastSwiftUpdateCheck</key>
            \t<string>\(version)</string>
            </dict></plist>
            """,
            "A.swift": "func load(done: Int -> Void) {}\n",
        ])
        let doctor = Doctor(
            configuration: DoctorConfiguration(only: ["syntax_error"]), workingDirectory: folder.path)
        #expect(try doctor.check(["."]).findings.filter { $0.rule == "syntax_error" }.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("SWIFT_VERSION = 2.3;", "save(items)", Severity.error), ("SWIFT_VERSION = 5.0;", "save(items)", .note),
        ("SWIFT_VERSION = 2.3;", "store.save(items, into: file)", .note),
    ])
    func `calls of Swift 2 leave out the first label`(_ settings: String, _ call: String, _ expected: Severity) throws {
        let code = """
            @UIApplicationMain class AppDelegate: UIResponder, UIApplicationDelegate {
                func application(application: UIApplication) { \(call) }
                private func save(items: [Item]) { do { try store.write(items) } catch {} }
            }
            """
        #expect(try findings("silent_catch", settings, code) == [expected])
    }

    @Test(arguments: [("SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;", 0), ("", 1)])
    func `a project in a folder may put its code on the main actor`(_ settings: String, _ count: Int) throws {
        let code = """
            final class ItemsController: ObservableObject {
                @Published private(set) var items: [Item] = []
                @Published private(set) var isLoading = false
                func load() async { isLoading = true; items = await service.items(); isLoading = false }
            }
            """
        #expect(try findings("controller_shape", settings, code).filter { $0 > .note }.count == count)
    }
}
