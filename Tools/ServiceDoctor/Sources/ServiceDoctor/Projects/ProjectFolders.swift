import Foundation

/// Finds the folders of the project that some paths are a part of.
enum ProjectFolders {
    /// Returns the packages, projects and repositories that some paths are only a part of.
    static func roots(around paths: [String]) -> [String] {
        var folders: Set<String> = []
        for path in paths {
            for parent in ancestors(of: path).prefix(10) where isRoot(parent) {
                if parent != path { folders.insert(parent) }
                break
            }
        }
        return folders.sorted()
    }

    /// Returns the folders above a path, as far as a project that it is a part of may lie: up to the repository's.
    static func foldersAbove(_ path: String) -> [String] {
        var folders: [String] = []
        if FileKind(path + "/.git") != .unknown { return [] }
        for parent in ancestors(of: path).dropFirst().prefix(10) {
            folders.append(parent)
            if FileKind(parent + "/.git") != .unknown { break }
        }
        return folders
    }

    /// Says whether a check of some paths reads all of the repository, package or project that each of them lies in.
    ///
    /// Of a folder that lies in none, nothing tells whether it is a part of something.
    static func readsAll(around paths: [String]) -> Bool {
        let read = paths + roots(around: paths)
        return paths.allSatisfy { path in
            let parents = ancestors(of: path)
            let top = parents.first { FileKind($0 + "/.git") != .unknown } ?? parents.prefix(10).last(where: isRoot)
            return top.map { top in read.contains { top == $0 || top.hasPrefix($0 == "/" ? $0 : $0 + "/") } } ?? false
        }
    }

    private static func isRoot(_ folder: String) -> Bool {
        if FileKind(folder + "/Package.swift") == .regular || FileKind(folder + "/.git") != .unknown { return true }
        guard FileKind(folder) == .directory else { return false }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }
    }

    /// Returns a path and the folders above it, the nearest first.
    static func ancestors(of path: String) -> [String] {
        var parents = [path]
        var current = path
        while current != "/", !current.isEmpty {
            current = (current as NSString).deletingLastPathComponent
            parents.append(current)
        }
        return parents
    }
}
