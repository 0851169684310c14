import Foundation

/// The few settings of projects and packages that change what their code means.
struct BuildSettings {
    /// All code is on the main actor.
    private(set) var isMainActorByDefault = false
    /// The code is written in Swift 2, which no parser of today reads.
    private(set) var isOfOldSwift = false

    /// Reads the settings of the projects and manifests of a tree.
    init(_ landmarks: Landmarks) {
        for folder in landmarks.packages where !isMainActorByDefault {
            isMainActorByDefault = Self.text("\(folder)/Package.swift").contains("defaultIsolation(MainActor")
        }
        for project in landmarks.projects {
            let text = Self.text(project)
            if text.contains("SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor") { isMainActorByDefault = true }
            // Xcode 7 knew one version of Swift only, and wrote none.
            let isOld =
                text.contains("SWIFT_VERSION")
                ? text.contains("SWIFT_VERSION = 2") : text.contains("LastSwiftUpdateCheck = 07")
            if isOld { isOfOldSwift = true }
        }
    }

    private static func text(_ path: String) -> Data {
        FileKind(path) == .regular ? FileManager.default.contents(atPath: path) ?? Data() : Data()
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
