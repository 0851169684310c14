/// Recognises code that shows how something is used, or that tries it out: examples, demos, test apps.
///
/// Whether a mistake there matters to anybody, the syntax does not decide: errors and warnings there are notes.
enum Showcase {
    /// Says whether a file lies in one, to judge by its folders: `Examples/Player/App.swift`, `Sources/ExampleApp/Main.swift`.
    ///
    /// Of an absolute path nothing counts: the folders above a checkout say nothing about it.
    static func contains(_ path: String) -> Bool {
        guard !path.hasPrefix("/") else { return false }
        return path.split(separator: "/").dropLast().contains { folder in
            let words = folder.split { " .-".contains($0) }.flatMap { Words.of(String($0)) }
            if !shows.isDisjoint(with: words) || samples.contains(words) { return true }
            // `TestApp`, `ListSampleApp`, but no `SampleBuffers`.
            return zip(words, words.dropFirst()).contains {
                ["test", "sample"].contains($0) && ["app", "apps"].contains($1)
            }
        }
    }

    private static let shows: Set<String> = ["example", "examples", "demo", "demos", "sampleapp", "sampleapps"]
    private static let samples: Set<[String]> = [["sample"], ["samples"]]
}
