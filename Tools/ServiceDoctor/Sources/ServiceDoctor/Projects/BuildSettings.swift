import Foundation

/// The few settings of projects and packages that change what their code means.
struct BuildSettings: Hashable {
    /// All code is on the main actor.
    var isMainActorByDefault = false
    /// The code is written in Swift 2 or before, which no parser of today reads.
    var isOfOldSwift = false

    /// Returns the settings of some files, each by the projects and the manifest in the nearest folder above it that has any.
    static func ofFiles(_ files: [FoundFile], _ landmarks: Landmarks) -> [String: BuildSettings] {
        var folders: [String: BuildSettings] = [:]
        for folder in landmarks.packages {
            let isIsolated = text("\(folder)/Package.swift").contains(word: "defaultIsolation(MainActor")
            folders[folder, default: BuildSettings()].isMainActorByDefault = isIsolated
        }
        for project in landmarks.projects {
            // `Shop.xcodeproj/project.pbxproj` stands for the folder that `Shop.xcodeproj` is in.
            let folder = parent(of: parent(of: project))
            let text = projectText(project)
            if text.contains(word: "SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor") {
                folders[folder, default: BuildSettings()].isMainActorByDefault = true
            }
            // Xcode 6 and 7 knew one version of Swift only, and wrote none.
            let isOld =
                text.contains(word: "SWIFT_VERSION")
                ? text.contains(word: "SWIFT_VERSION = 2")
                : marksOfOldSwift.contains(where: text.contains(word:))
            folders[folder, default: BuildSettings()].isOfOldSwift = isOld
        }
        guard folders.values.contains(where: { $0 != BuildSettings() }) else { return [:] }
        var settings: [String: BuildSettings] = [:]
        for file in files {
            var folder = parent(of: file.path)
            while folders[folder] == nil, folder.count > 1 { folder = parent(of: folder) }
            settings[file.name] = folders[folder]
        }
        return settings
    }

    private static let marksOfOldSwift: [StaticString] = [
        "LastSwiftUpdateCheck = 07", "CreatedOnToolsVersion = 7.", "LastUpgradeCheck = 06",
    ]

    private static func parent(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    /// Returns the text of a project with `LastUpgradeCheck = 0720` also where it is written as XML, as CocoaPods once did.
    private static func projectText(_ path: String) -> [UInt8] {
        let bytes = text(path)
        guard bytes.starts(with: "<?xml".utf8) else { return bytes }
        let text = String(decoding: bytes, as: UTF8.self)
        return Array(text.replacing(/<\/key>\s*<string>/, with: " = ").replacing("<key>", with: "").utf8)
    }

    private static func text(_ path: String) -> [UInt8] {
        FileKind(path) == .regular ? FileManager.default.contents(atPath: path).map { Array($0) } ?? [] : []
    }
}
