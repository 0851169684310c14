import Foundation
import Testing

/// Guarantee 10, as far as it is a matter of settings: every target of Swift is built in Swift 6 mode with strict memory safety.
@Suite struct SettingsTests {
    private let manifest: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    }

    @Test func `the settings have strict memory safety, and the package is in Swift 6 mode`() throws {
        let settings = try #require(manifest.firstMatch(of: /let settings: \[SwiftSetting\] = \[(?<list>[^\]]*)\]/))
            .output.list
        #expect(settings.contains(".strictMemorySafety()"))
        #expect(manifest.contains("swiftLanguageModes: [.v6]"))
        #expect(!manifest.contains("unsafeFlags"))
    }

    @Test func `every library takes the settings`() throws {
        // Each target's text reaches to the next one.
        let targets = manifest.components(separatedBy: ".target(").dropFirst()
        let libraries = targets.compactMap { text -> (name: Substring, text: String)? in
            guard let name = text.firstMatch(of: /name: "(?<name>\w+)"/)?.output.name else { return nil }
            return name.hasPrefix("C") ? nil : (name, text)
        }
        #expect(libraries.count >= 5)
        for library in libraries {
            let own = library.text.components(separatedBy: ".testTarget(").first ?? ""
            #expect(own.contains("swiftSettings: settings"), "\(library.name)")
        }
    }
}
