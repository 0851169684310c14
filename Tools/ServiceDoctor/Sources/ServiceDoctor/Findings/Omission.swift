/// A reason for which a file is not checked.
public enum Omission: String, Sendable, Codable, CaseIterable, Comparable {
    /// Tests and what supports them.
    case tests
    /// Previews, playgrounds and code in documentation.
    case previews
    /// Files that a program wrote.
    case generated
    /// Code of others, and what is not part of a program: `Pods`, `Vendor`.
    case vendored
    /// Scripts and tools around the project: `fastlane`, `Scripts`.
    case scripts
    /// Files that no target of an Xcode project builds.
    case unbuilt
    /// Files that the configuration leaves out.
    case excluded

    /// The reason, as it follows a number of files.
    var words: String {
        switch self {
        case .tests: "in tests"
        case .previews: "in previews"
        case .generated, .vendored, .excluded: rawValue
        case .scripts: "in scripts"
        case .unbuilt: "in no target"
        }
    }

    /// Orders reasons as they are listed here.
    public static func < (left: Omission, right: Omission) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
