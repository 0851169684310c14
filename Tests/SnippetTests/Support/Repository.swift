import Foundation

/// The files of this repository that hold snippets, and those that show them.
enum Repository {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// README and the articles of every catalog, by their paths.
    static func documentPaths() throws -> [String] {
        let sources = try files(under: "Sources", extension: "md")
        return ["README.md"] + sources.sorted()
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

    static func document(_ path: String) throws -> Document {
        Document(try String(contentsOf: root.appending(path: path), encoding: .utf8), name: path)
    }

    static func write(_ document: Document) throws {
        let text = document.lines.joined(separator: "\n")
        try text.write(to: root.appending(path: document.name), atomically: true, encoding: .utf8)
    }

    /// Every snippet, in the order of files and lines. Parts of one file that have the same name are one snippet.
    static func snippets() throws -> [Snippet] {
        try files(under: "Tests/SnippetTests", extension: "swift").sorted()
            .filter { $0.hasSuffix("Snippets.swift") }
            .flatMap { path in
                let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                return Snippet.joined(try Snippet.read(source, file: path))
            }
    }

    private static func files(under folder: String, extension suffix: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".\(suffix)") }
            .map { "\(folder)/\($0)" }
    }
}
