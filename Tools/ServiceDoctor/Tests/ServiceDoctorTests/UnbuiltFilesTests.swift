import Foundation
import ServiceDoctor
import Testing

@Suite struct UnbuiltFilesTests {
    private static let bad = "let x = try! f()\n"

    /// A project that builds `App/A.swift` and nothing else.
    private static var plain: ProjectText {
        var project = ProjectText()
        project.add("App/A.swift")
        return project
    }

    /// Returns the files that are checked in a folder with a project in it.
    private func checked(
        _ project: ProjectText, _ names: [String], others: [String: String] = [:], at path: String = "App.xcodeproj",
        paths: [String] = ["."], _ configuration: DoctorConfiguration = DoctorConfiguration()
    ) throws -> [String] {
        var files = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.bad) })
        files["\(path)/project.pbxproj"] = project.text
        files.merge(others) { $1 }
        let folder = try TemporaryFolder(files)
        let report = try Doctor(configuration: configuration, workingDirectory: folder.path).check(paths)
        return report.findings.filter { $0.rule == "force_try" }.map(\.file)
    }

    @Test func `a file that no target builds is left out and counted`() throws {
        let folder = try TemporaryFolder([
            "App.xcodeproj/project.pbxproj": Self.plain.text, "App/A.swift": Self.bad, "Old/A.swift": Self.bad,
        ])
        let report = try Doctor(workingDirectory: folder.path).check(["."])
        #expect(report.findings.map(\.file) == ["App/A.swift"])
        #expect(report.omitted == [.unbuilt: 1] && report.files == 1)
        #expect(report.summary.hasSuffix("; left out: 1 in no target"))
    }

    @Test func `what the project knows but does not compile is left out`() throws {
        var project = Self.plain
        project.add("App/B.swift", isBuilt: false)
        #expect(try checked(project, ["App/A.swift", "App/B.swift"]) == ["App/A.swift"])
    }

    @Test func `left out files are checked when asked for`() throws {
        let names = ["App/A.swift", "Old/A.swift"]
        #expect(try checked(Self.plain, names, DoctorConfiguration(includeUnbuilt: true)) == names)
    }

    @Test(arguments: ["Old", "Old/A.swift"])
    func `the project above a folder or file says what is built`(_ path: String) throws {
        #expect(try checked(Self.plain, ["App/A.swift", "Old/A.swift"], paths: [path]).isEmpty)
        #expect(try checked(Self.plain, ["App/A.swift", "Old/A.swift"], paths: ["App/A.swift"]) == ["App/A.swift"])
    }

    @Test func `groups and the root of the sources say where a file lies`() throws {
        var project = ProjectText()
        project.directory = ".."
        project.addGroup("G1", "isa = PBXGroup; children = (G2, R1, R3, R4); path = App; sourceTree = \"<group>\";")
        project.add("G2", "isa = PBXGroup; children = (R2); name = Views; sourceTree = \"<group>\";")
        project.add("R1", "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\";")
        project.add("R2", "isa = PBXFileReference; path = ../Shared/./B.swift; sourceTree = \"<group>\";")
        project.add("R3", "isa = PBXFileReference; path = Other/C.swift; sourceTree = SOURCE_ROOT;")
        project.add("R4", "isa = PBXFileReference; path = Project/D.swift; sourceTree = SOURCE_ROOT;")
        for id in ["R1", "R2", "R3", "R4"] { project.build(id) }
        let built = ["App/A.swift", "Other/C.swift", "Project/D.swift", "Shared/B.swift"]
        #expect(try checked(project, built + ["Project/Old/A.swift"], at: "Project/App.xcodeproj") == built)
    }

    @Test func `upper and lower case are the same, as on the disks of most machines`() throws {
        #expect(try checked(Self.plain, ["app/a.swift"]) == ["app/a.swift"])
    }

    @Test func `a file that was moved is kept by its name`() throws {
        var project = Self.plain
        project.add("App/B.swift")
        project.add("Somewhere/C.swift", sourceTree: "SDKROOT")
        #expect(
            try checked(project, ["App/A.swift", "New/B.swift", "New/C.swift", "New/A.swift"]) == [
                "App/A.swift", "New/B.swift", "New/C.swift",
            ])
    }

    @Test func `what another project builds is built`() throws {
        var other = ProjectText()
        other.add("../Shared/A.swift")
        #expect(
            try checked(
                Self.plain, ["App/A.swift", "Shared/A.swift", "Old/A.swift"],
                others: ["Kit/Kit.xcodeproj/project.pbxproj": other.text]) == ["App/A.swift", "Shared/A.swift"])
    }

    @Test func `a project in a folder above the checked one builds files, too`() throws {
        var inner = ProjectText()
        inner.add("B.swift")
        let names = ["Kit/A.swift", "Kit/B.swift", "Kit/C.swift"]
        var outer = ProjectText()
        for name in names.dropLast() { outer.add(name) }
        #expect(
            try checked(
                outer, names, others: ["Kit/Kit.xcodeproj/project.pbxproj": inner.text], paths: ["Kit"])
                == names.dropLast())
    }

    @Test(arguments: [
        "Kit/Package.swift", "Package.swift", "Kit/BUILD", "project.yml", "Kit.podspec", "Tuist/Config.swift",
        "MODULE.bazel",
    ])
    func `what a package or another tool may build is kept`(_ file: String) throws {
        let names = ["App/A.swift", "Kit/Sources/A.swift"]
        #expect(try checked(Self.plain, names, others: [file: ""]) == names)
    }

    @Test func `a manifest of Tuist means that the project is written by it, a model of that name does not`() throws {
        let names = ["App/A.swift", "Old/A.swift"]
        #expect(try checked(Self.plain, names, others: ["Project.swift": "import ProjectDescription\n"]) == names)
        #expect(try checked(Self.plain, names, others: ["Project.swift": "struct Project {}\n"]) == ["App/A.swift"])
    }

    @Test func `a package around the project does not build what lies beside its sources`() throws {
        var project = ProjectText()
        project.add("A.swift")
        #expect(
            try checked(
                project, ["Example/A.swift", "Example/Old/A.swift"], others: ["Package.swift": ""],
                at: "Example/App.xcodeproj", paths: ["Example"]) == ["Example/A.swift"])
    }

    @Test func `a project that builds the smaller part of what lies around it tells nothing`() throws {
        let names = ["App/A.swift", "App/B.swift", "App/C.swift"]
        #expect(try checked(Self.plain, names) == names)
        // Copies of what it builds do not make it so.
        #expect(try checked(Self.plain, ["App/A.swift", "Old/A.swift", "Older/A.swift"]) == ["App/A.swift"])
    }

    @Test func `a project without Swift files tells nothing`() throws {
        var project = ProjectText()
        project.add("App/main.m")
        #expect(try checked(project, ["App/A.swift"]) == ["App/A.swift"])
    }

    @Test func `a target that calls another tool may build everything`() throws {
        var project = Self.plain
        project.addTarget("MAKE", isa: "PBXLegacyTarget")
        #expect(try checked(project, ["App/A.swift", "Old/A.swift"]) == ["App/A.swift", "Old/A.swift"])
    }

    @Test func `code that is not built registers and replaces nothing`() throws {
        let service = """
            protocol PriceService { func price() async throws -> Int }
            struct LivePriceService: PriceService { func price() async throws -> Int { 1 } }
            """
        let folder = try TemporaryFolder([
            "App.xcodeproj/project.pbxproj": Self.plain.text, "App/A.swift": service,
            "Old/A.swift": "struct MockPrices: PriceService { func price() async throws -> Int { 1 } }",
        ])
        func rules(_ configuration: DoctorConfiguration = DoctorConfiguration()) throws -> [String] {
            try Doctor(configuration: configuration, workingDirectory: folder.path).check(["App"]).findings.map(\.rule)
        }
        #expect(try rules() == ["missing_mock"])
        #expect(try rules(DoctorConfiguration(includeUnbuilt: true)).isEmpty)
    }

    @Test func `a mock in tests without a target is a mock`() throws {
        let folder = try TemporaryFolder([
            "App.xcodeproj/project.pbxproj": Self.plain.text,
            "App/A.swift": """
            protocol PriceService { func price() async throws -> Int }
            struct LivePriceService: PriceService { func price() async throws -> Int { 1 } }
            """,
            "AppTests/B.swift": "struct Prices: PriceService { func price() async throws -> Int { 1 } }",
        ])
        let report = try Doctor(workingDirectory: folder.path).check(["."])
        #expect(report.findings.isEmpty && report.omitted == [.tests: 1])
    }

    @Test func `a kept report is worked out anew when the project changes`() throws {
        let folder = try TemporaryFolder([
            "App.xcodeproj/project.pbxproj": Self.plain.text, "App/A.swift": Self.bad, "Old/B.swift": Self.bad,
        ])
        let configuration = DoctorConfiguration(cache: folder.path + "/.reports")
        let doctor = Doctor(configuration: configuration, workingDirectory: folder.path)
        #expect(try doctor.check(["."]).findings.count == 1)
        var project = Self.plain
        project.add("Old/B.swift")
        try folder.write(Array(project.text.utf8), to: "App.xcodeproj/project.pbxproj")
        #expect(try doctor.check(["."]).findings.count == 2)
        try folder.write(Array("<<<<<<< HEAD".utf8), to: "App.xcodeproj/project.pbxproj")
        #expect(try doctor.check(["."]).findings.map(\.rule) == ["unreadable_file", "force_try", "force_try"])
    }

    @Test(arguments: [
        "", "{", "<<<<<<< HEAD\n{ }\n", "{ objects = { }; rootObject = A; }", "{ objects = (A); rootObject = A; }",
        "{ objects = { A = { mainGroup = \"A; }; }; rootObject = A; }", "/* {", "{ } }", "( A B )",
        "{ A = \"\\U0041\"; }",
        String(repeating: "(", count: 100_000), "<?xml version=\"1.0\"?><plist><dict>",
    ])
    func `a project that cannot be read keeps everything and is a note`(_ text: String) throws {
        let folder = try TemporaryFolder([
            "App.xcodeproj/project.pbxproj": text, "App/A.swift": Self.bad, "Old/A.swift": Self.bad,
        ])
        let findings = try Doctor(workingDirectory: folder.path).check(["."]).findings
        #expect(findings.map(\.file) == ["App.xcodeproj/project.pbxproj", "App/A.swift", "Old/A.swift"])
        #expect(findings.first?.severity == .note && findings.first?.rule == "unreadable_file")
    }

    @Test func `groups in a circle end`() throws {
        var project = Self.plain
        project.addGroup("G1", "isa = PBXGroup; children = (G2); sourceTree = \"<group>\";")
        project.add("G2", "isa = PBXGroup; children = (G1); sourceTree = \"<group>\";")
        project.build("G1")
        #expect(try checked(project, ["App/A.swift", "Old/A.swift"]) == ["App/A.swift"])
    }

    @Test func `a project in Foundation's format is read as well`() throws {
        let list: [String: Any] = [
            "rootObject": "R",
            "objects": [
                "R": ["mainGroup": "M", "targets": ["T"]], "T": ["buildPhases": ["P"]],
                "P": ["isa": "PBXSourcesBuildPhase", "files": ["B"]], "B": ["fileRef": "F"],
                "M": ["children": ["F"], "sourceTree": "<group>"],
                "F": ["path": "App/A.swift", "sourceTree": "<group>"],
            ],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let text = try #require(String(data: data, encoding: .utf8))
        #expect(
            try checked(
                ProjectText(), ["App/A.swift", "Old/A.swift"], others: ["App.xcodeproj/project.pbxproj": text])
                == ["App/A.swift"])
    }

    private func checked(package targets: String, _ names: [String], _ others: [String: String] = [:]) throws
        -> [String]
    {
        var files = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.bad) })
        files["Package.swift"] = "let package = Package(name: \"App\", targets: \(targets))"
        files.merge(others) { $1 }
        let folder = try TemporaryFolder(files)
        let report = try Doctor(workingDirectory: folder.path).check(["."])
        return report.findings.filter { $0.rule == "force_try" }.map(\.file)
    }

    private static let sources = ["Sources/App/A.swift", "Sources/App/B.swift"]

    @Test(arguments: [
        "[.target(name: \"App\", path: \"Sources\")]", "[.executableTarget(name: \"App\", path: \"./Sources/App\")]",
        "[.target(name: \"App\"), .target(name: \"Kit\", dependencies: [])]",
        "[.target(name: \"Main\"), .testTarget(name: \"MainTests\", path: \"Checks\")]",
    ])
    func `a file that no target of a package holds is left out`(_ targets: String) throws {
        let held = targets.contains("Main") ? ["Sources/Main/A.swift", "Sources/Main/B.swift"] : Self.sources
        #expect(try checked(package: targets, held + ["Old.swift"]) == held)
        #expect(try checked(package: targets, held + ["demos/Old.swift"]) == held)
    }

    @Test(arguments: [
        "targets", "[]", "[.target(name: name)]", "[.target(name: \"App\", path: folder)]",
        "[.target(name: \"App\", path: \"Sources\")] + more", "[\"App\"].map { Target.target(name: $0) }",
        "[.target(name: \"App\", path: \".\")]",
    ])
    func `what a manifest does not tell in so many words is kept`(_ targets: String) throws {
        #expect(try checked(package: targets, ["Old.swift"] + Self.sources) == ["Old.swift"] + Self.sources)
    }

    @Test func `a package beside much else, or below another tool, leaves nothing out`() throws {
        let targets = "[.target(name: \"App\", path: \"Sources\")]"
        let names = ["App/C.swift", "App/D.swift"] + Self.sources
        #expect(try checked(package: targets, names) == names)
        #expect(try checked(package: targets, ["Old.swift"] + Self.sources, ["project.yml": ""]).count == 3)
        var project = ProjectText()
        project.add("Old.swift")
        let others = ["App.xcodeproj/project.pbxproj": project.text]
        #expect(try checked(package: targets, ["Old.swift"] + Self.sources, others).count == 3)
        #expect(try checked(package: targets, ["Older.swift"] + Self.sources, others) == Self.sources)
    }

    @Test func `a package within another one has its own targets`() throws {
        let inner = ["Kit/Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])"]
        let names = ["Kit/Sources/Kit/A.swift"] + Self.sources
        #expect(try checked(package: "[.target(name: \"App\", path: \"Sources\")]", names, inner) == names)
    }
}
