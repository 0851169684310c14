import Foundation

/// The files in a tree that say what is built there, other than the code.
struct Landmarks {
    /// The paths of the projects of Xcode.
    private(set) var projects: Set<String> = []
    /// Folders with a manifest of a package.
    private(set) var packages: Set<String> = []
    /// Folders with the files of other tools, which build code themselves or write the projects of Xcode.
    private(set) var otherTools: Set<String> = []
    /// Storyboards and nibs, which make objects of classes that no code names.
    private(set) var interfaces: Set<String> = []
    /// Code in Objective-C, which makes objects too.
    private(set) var objectiveC: Set<String> = []

    /// Notes an entry of a folder, if it tells something.
    mutating func note(_ name: String, in folder: String, isDirectory: Bool) {
        guard Self.mayTell(name) else { return }
        if isDirectory {
            if name.hasSuffix(".xcodeproj") { projects.insert("\(folder)/\(name)/project.pbxproj") }
            if name == "Tuist" { otherTools.insert(folder) }
        } else if name == "Package.swift" {
            packages.insert(folder)
        } else if name != "Project.swift" || Self.isManifest("\(folder)/\(name)") {
            otherTools.insert(folder)
        }
    }

    /// Notes a file that is part of the program and no Swift code.
    mutating func noteMaker(_ path: String) {
        if path.hasSuffix(".storyboard") || path.hasSuffix(".xib") {
            interfaces.insert(path)
        } else if path.hasSuffix(".m") || path.hasSuffix(".mm") || path.hasSuffix(".h") {
            objectiveC.insert(path)
        }
    }

    /// Notes what the folders above some paths hold: a part of a project is built as the project says.
    mutating func noteFolders(above paths: [String]) {
        var folders: Set<String> = []
        for path in paths {
            for folder in ProjectFolders.foldersAbove(path) where folders.insert(folder).inserted {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                for name in names where Self.mayTell(name) {
                    switch FileKind("\(folder)/\(name)") {
                    case .directory: note(name, in: folder, isDirectory: true)
                    case .regular: note(name, in: folder, isDirectory: false)
                    default: break
                    }
                }
            }
        }
    }

    mutating func formUnion(_ other: Landmarks) {
        projects.formUnion(other.projects)
        packages.formUnion(other.packages)
        otherTools.formUnion(other.otherTools)
        interfaces.formUnion(other.interfaces)
        objectiveC.formUnion(other.objectiveC)
    }

    /// A model of a project is no manifest of Tuist.
    private static func isManifest(_ path: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: path) else { return false }
        return Array(data).contains(word: "ProjectDescription")
    }

    private static func mayTell(_ name: String) -> Bool {
        name.hasSuffix(".xcodeproj") || name.hasSuffix(".podspec") || names.contains(name)
    }

    private static let names: Set<String> = [
        "Package.swift", "Project.swift", "Tuist", "project.yml", "project.yaml", "xcodegen.yml", "Tuist.swift",
        "BUILD", "BUILD.bazel", "MODULE.bazel",
        "WORKSPACE", "WORKSPACE.bazel", "BUCK", "CMakeLists.txt", "meson.build",
    ]
}
