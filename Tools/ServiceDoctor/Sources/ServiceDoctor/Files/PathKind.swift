/// Says what a path's place in a project tells about a file.
enum PathKind: Sendable, Equatable {
    /// Code that ships.
    case production
    /// Tests and what supports them.
    case test
    /// Previews, and code in documentation.
    case preview
    /// Written by a program.
    case generated
    /// Tools around a project and templates of Xcode, not a part of it.
    case script
    /// Somebody else's code: not even read.
    case vendored

    /// Classifies a path relative to the folder being checked, so that a checkout below `/tmp/tests` is not one big test.
    init(relativePath: String) {
        let components = relativePath.split(separator: "/")
        let folders = components.dropLast()
        let name = components.last ?? ""
        if folders.contains(where: Self.isVendored) || Self.isPutAside(folders) {
            self = .vendored
        } else if folders.contains(where: { Self.scriptFolders.contains($0) || $0.ends(in: ".xctemplate") })
            // What lies in `tools` itself is run by hand; packages lie in folders of their own there.
            || Array(folders) == ["tools"] || name == "Dangerfile.swift"
        {
            self = .script
        } else if folders.contains(where: Self.isTestFolder) || Self.isTestFile(name) {
            self = .test
        } else if folders.contains(where: Self.isDocumentation) {
            self = .preview
        } else if folders.contains(where: {
            $0 == "Preview Content" || $0.ends(in: "Previews") || $0 == "PreviewContent" || $0.ends(in: "-preview")
        })
            || name.ends(in: "+Preview.swift") || name.ends(in: "Previews.swift")
            || ["PreviewHelper.swift", "PreviewHelpers.swift", "PreviewData.swift"].contains(name)
        {
            self = .preview
        } else if folders.contains(where: { $0 == "Generated" || $0 == "DerivedSources" })
            || [".generated.swift", ".pb.swift", ".grpc.swift"].contains(where: name.ends)
        {
            self = .generated
        } else {
            self = .production
        }
    }

    /// Says whether a folder holds other people's code or build products.
    static func isVendored(_ folder: Substring) -> Bool {
        vendorFolders.contains(folder) || vendorStarts.contains(where: folder.hasPrefix)
            || folder.hasSuffix(".framework") || folder.hasSuffix(".xcframework")
            || (folder.hasPrefix(".") && folder != "." && folder != "..")
    }

    /// `archive/2024/App.swift`: what a project keeps of the past beside its own folders. An app may have an `Archive` of its own.
    private static func isPutAside(_ folders: ArraySlice<Substring>) -> Bool {
        folders.count > 1 && folders.first.map { ["archive", "archived", "backup", "backups"].contains($0) } ?? false
    }

    private static let vendorFolders: Set<Substring> = [
        "Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules", "Vendor", "vendor", "Vendors", "Vendored",
        // So misspelt in many projects.
        "Vender", "Venders",
        "Third-Party", "Third Party", "third-party", "thirdparty", "3Party", "3rd-party", "3rd Party", "checkouts",
        "build", "Externals",
    ]

    /// `ThirdPartyLibraries`, `third_party_sources`
    private static let vendorStarts = ["ThirdParty", "third_party", "3rdParty"]

    private static let scriptFolders: Set<Substring> = [
        "fastlane", "Fastlane", "Scripts", "scripts", "ci_scripts", "BuildTools", "BuildScripts", "bin",
    ]

    private static func isDocumentation(_ folder: Substring) -> Bool {
        folder == "Snippets" || [".docc", "Playground", "Playgrounds", ".playground"].contains(where: folder.ends)
    }

    private static func isTestFolder(_ folder: Substring) -> Bool {
        folder == "Tests" || folder == "Test" || folder == "Specs" || folder == "TestSupport" || folder == "TestTools"
            || folder.ends(in: "TestHelpers")
            || folder == "Mocks" || folder == "Fixtures" || folder.ends(in: "TestUtilities") || folder.ends(in: "Tests")
            || folder.ends(in: "TestSupport") || folder == "TestSamples"
            || folder.ends(in: "TestUtils") || folder.ends(in: "Testing") || folder.ends(in: "TestingInternal")
            || folder.ends(in: "Tester")
    }

    private static func isTestFile(_ name: Substring) -> Bool {
        ["Tests.swift", "Test.swift", "Spec.swift", "TestCase.swift", "UITests.swift"].contains(where: name.ends)
    }

    /// Why a file of this kind is not checked; nil for code that ships.
    var omission: Omission? {
        switch self {
        case .production: nil
        case .test: .tests
        case .preview: .previews
        case .generated: .generated
        case .script: .scripts
        case .vendored: .vendored
        }
    }

    /// Folders of build products, whose files are nobody's source.
    static func isProduct(_ folder: Substring) -> Bool {
        folder.hasPrefix(".") || products.contains(folder)
    }

    private static let products: Set<Substring> = [
        "DerivedData", "SourcePackages", "node_modules", "checkouts", "build",
    ]

    /// Says whether a file's first lines admit that a program wrote it.
    static func isMarkedAsGenerated(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(600).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        let marks: [StaticString] = [
            "do not edit", "don't edit", "do not modify", "generated file", "@generated", "generated using",
            "generated by", "autogenerated",
            "auto-generated",
        ]
        guard marks.contains(where: head.contains(word:)) else { return false }
        return head.split(separator: UInt8(ascii: "\n")).prefix(8).contains { line in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            guard text.starts(with: Array("//".utf8)) || text.starts(with: Array("/*".utf8)) else { return false }
            return marks.contains(where: Array(line).contains(word:))
        }
    }
}

extension Substring {
    /// Says whether the last bytes are these, which is ten times as fast as comparing characters.
    fileprivate func ends(in suffix: String) -> Bool {
        utf8.reversed().starts(with: suffix.utf8.reversed())
    }
}
