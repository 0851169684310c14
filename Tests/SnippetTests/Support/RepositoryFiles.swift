import Foundation

/// The files of this repository that hold snippets, and those that show them.
enum RepositoryFiles {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every Markdown file, by its path. Folders that a build makes begin with a dot, and are left out.
    static func documentPaths() throws -> [String] {
        try files(under: "", extension: "md").sorted()
    }

    /// The code of the tutorial, one file for each step.
    static func tutorialPaths() throws -> [String] {
        try files(under: "Documentation/Site.docc/Resources", extension: "swift").sorted()
    }

    /// The sources whose documentation has examples.
    static func sourcePaths() throws -> [String] {
        try (files(under: "Sources", extension: "swift") + files(under: "Examples/Nestory/Sources", extension: "swift"))
            .sorted()
    }

    /// The compiled lines that an example of a docstring may be taken from.
    static func testSources() throws -> [[String]] {
        try ["Tests", "Examples/Nestory/Tests"].flatMap { try files(under: $0, extension: "swift") }
            .map { try lines(of: $0) }
    }

    /// Whether there is a file or folder.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The names of all Swift files under `Tests`, without their extension.
    static func testFileNames() throws -> Set<String> {
        Set(
            try files(under: "Tests", extension: "swift").map {
                URL(filePath: $0).deletingPathExtension().lastPathComponent
            })
    }

    static func lines(of path: String) throws -> [String] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
    }

    static func document(_ path: String) throws -> Document {
        Document(try String(contentsOf: root.appending(path: path), encoding: .utf8), name: path)
    }

    static func write(_ document: Document) throws {
        try write(document.lines, to: document.name)
    }

    static func write(_ lines: [String], to path: String) throws {
        let url = root.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
    }

    /// Every snippet, in the order of files and lines. Parts of one file that have the same name are one snippet.
    static func snippets() throws -> [Snippet] {
        try snippetPaths().flatMap { path in
            Snippet.joined(try Snippet.read(lines(of: path).joined(separator: "\n"), file: path))
        }
    }

    /// The files that hold snippets.
    static func snippetPaths() throws -> [String] {
        try files(under: "Tests/SnippetTests", extension: "swift").sorted().filter { $0.hasSuffix("Snippets.swift") }
    }

    private static func files(under folder: String, extension suffix: String) throws -> [String] {
        let entries = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
        return try entries.filter { !$0.hasPrefix(".") }.flatMap { entry in
            let path = folder.isEmpty ? entry : "\(folder)/\(entry)"
            let isFolder = try root.appending(path: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory
            if isFolder == true { return try files(under: path, extension: suffix) }
            return entry.hasSuffix(".\(suffix)") ? [path] : []
        }
    }
}
