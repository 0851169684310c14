/// Recognises code that shows how something is used, or that tries it out: examples, demos, test apps.
///
/// Whether a mistake there matters, the syntax does not decide.
enum Showcase {
    /// Says whether a file lies in one, to judge by its path: `Examples/Player/App.swift`, `Sources/ExampleApp/Main.swift`.
    ///
    /// Of an absolute path nothing counts: the folders above a checkout say nothing about it.
    static func contains(_ path: String) -> Bool {
        guard !path.hasPrefix("/") else { return false }
        return path.split { "/ .-".contains($0) }.contains { component in
            let words = Set(Words.of(String(component)))
            return !words.isDisjoint(with: shows) || words.isSuperset(of: testApp)
        }
    }

    private static let shows: Set<String> = [
        "example", "examples", "demo", "demos", "sample", "samples", "sampleapp", "sampleapps", "playground",
        "integration",
    ]

    private static let testApp: Set<String> = ["test", "app"]
}
