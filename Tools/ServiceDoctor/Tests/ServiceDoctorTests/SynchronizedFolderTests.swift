import ServiceDoctor
import Testing

/// Folders whose files belong to targets without being listed.
@Suite struct SynchronizedFolderTests {
    private static let bad = "let x = try! f()\n"

    /// A project whose target has the folder `App`.
    private func project(exceptions: [(target: String, names: [String])] = [], path: String = "App") -> ProjectText {
        var project = ProjectText()
        project.addTarget("OWNER", folders: ["FOLDER"])
        project.addTarget("OTHER")
        for (number, exception) in exceptions.enumerated() {
            let names = exception.names.map { "\"\($0)\"," }.joined(separator: " ")
            project.add(
                "E\(number)",
                "isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = ( \(names) ); target = \(exception.target);"
            )
        }
        let sets = exceptions.indices.map { "E\($0)," }.joined(separator: " ")
        project.addGroup(
            "FOLDER",
            "isa = PBXFileSystemSynchronizedRootGroup; exceptions = ( \(sets) ); path = \(path); sourceTree = \"<group>\";"
        )
        return project
    }

    private func checked(_ project: ProjectText, _ names: [String]) throws -> [String] {
        var files = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.bad) })
        files["App.xcodeproj/project.pbxproj"] = project.text
        let folder = try TemporaryFolder(files)
        return try Doctor(workingDirectory: folder.path).check(["."]).findings.map(\.file)
    }

    @Test func `every file below a folder of a target is built`() throws {
        #expect(
            try checked(project(), ["App/A.swift", "App/Views/B.swift", "Apple/A.swift", "Old/B.swift"]) == [
                "App/A.swift", "App/Views/B.swift",
            ])
    }

    @Test func `an exception of the only target leaves a file out`() throws {
        let project = project(exceptions: [("OWNER", ["Info.plist", "Views/B.swift"])])
        #expect(
            try checked(project, ["App/A.swift", "App/Views/B.swift", "App/B.swift"]) == ["App/A.swift", "App/B.swift"])
    }

    @Test func `an exception of a target that does not have the folder adds a file to it`() throws {
        let project = project(exceptions: [("OWNER", ["B.swift", "C.swift"]), ("OTHER", ["B.swift"])])
        #expect(try checked(project, ["App/A.swift", "App/B.swift", "App/C.swift"]) == ["App/A.swift", "App/B.swift"])
    }

    @Test func `a folder that another target has without exceptions is built`() throws {
        var project = project(exceptions: [("OWNER", ["B.swift"])])
        project.addTarget("SECOND", folders: ["FOLDER"])
        #expect(try checked(project, ["App/A.swift", "App/B.swift"]) == ["App/A.swift", "App/B.swift"])
    }

    @Test func `a folder that no target has builds nothing`() throws {
        var project = ProjectText()
        project.add("App/A.swift")
        project.addGroup(
            "FOLDER", "isa = PBXFileSystemSynchronizedRootGroup; path = Drafts; sourceTree = \"<group>\";")
        #expect(try checked(project, ["App/A.swift", "Drafts/B.swift"]) == ["App/A.swift"])
    }

    @Test func `a folder at a place that only Xcode knows may hold everything`() throws {
        let project = project(path: "\"$(ELSEWHERE)/App\"")
        #expect(try checked(project, ["App/A.swift", "Old/A.swift"]) == ["App/A.swift", "Old/A.swift"])
    }

    @Test func `a folder that is compiled as one reference is built`() throws {
        var project = ProjectText()
        project.addGroup(
            "REF", "isa = PBXFileReference; lastKnownFileType = folder; path = App; sourceTree = \"<group>\";")
        project.build("REF")
        #expect(try checked(project, ["App/A.swift", "App/B.swift", "Old/A.swift"]) == ["App/A.swift", "App/B.swift"])
    }
}
