/// Recognises the parts of an app that only developers open.
///
/// What is a mistake on a screen for customers may be meant on one for debugging: the syntax does not decide, so warnings there
/// are notes.
enum DeveloperTools {
    /// Says whether a file lies among them, by a word in its path: `Debug`, `DevSettings`, `DeveloperMenu.swift`.
    ///
    /// Of an absolute path only the file's name counts: the folders above a checkout say nothing about it.
    static func contain(_ path: String) -> Bool {
        let components = path.split(separator: "/")
        return (path.hasPrefix("/") ? components.suffix(1) : components[...]).contains { component in
            let name = component.hasSuffix(".swift") ? component.dropLast(6) : component
            return name.split(separator: " ").contains { Words.of(String($0)).contains(where: words.contains) }
        }
    }

    private static let words: Set<String> = ["debug", "debugging", "developer", "dev", "qa"]
}
