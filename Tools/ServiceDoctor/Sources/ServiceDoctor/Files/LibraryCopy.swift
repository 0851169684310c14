/// Recognises a library that somebody downloaded as an archive and keeps as it was: `Charts-master` with its podspec.
enum LibraryCopy {
    /// Says whether a folder is one, by its name and by what lies in it.
    static func isCopy(_ folder: String, containing names: [String]) -> Bool {
        guard let name = folder.split(separator: "/").last, let dash = name.lastIndex(of: "-"),
            isBranchOrVersion(name[name.index(after: dash)...])
        else { return false }
        if names.contains(where: { $0.hasSuffix(".podspec") }) { return true }
        // A server in such a folder has a manifest too, but hardly a licence; an app has a project or a Podfile.
        let isApp = names.contains { $0 == "Podfile" || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }
        return !isApp && names.contains("Package.swift")
            && names.contains { $0.hasPrefix("LICENSE") || $0.hasPrefix("LICENCE") }
    }

    /// `master`, `main` and `5.4.3`, as archives are called.
    private static func isBranchOrVersion(_ text: Substring) -> Bool {
        if text == "master" || text == "main" { return true }
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count > 1 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    }
}
