/// A language that Nestory speaks with people.
///
/// Texts are chosen by ``current``, which a request sets from what its browser asks for. Tasks that it starts inherit it.
public enum Language: String, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Chinese in simplified characters.
    case simplifiedChinese = "zh-Hans"

    /// The language of the person being served.
    @TaskLocal public static var current = Language.english

    /// Chooses the first language of a browser's list that Nestory speaks; English where there is none.
    ///
    /// - Parameter list: The header `Accept-Language`, such as `zh-CN,zh;q=0.9,en;q=0.5`.
    public init(accepting list: String?) {
        var best: (language: Language, quality: Double)?
        for entry in (list ?? "").prefix(500).split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let tag = parts.first, let language = Language(tag: tag) else { continue }
            let given = parts.dropFirst().first { $0.hasPrefix("q=") }
            let quality = given.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if quality > (best?.quality ?? 0) { best = (language, quality) }
        }
        self = best?.language ?? .english
    }

    private init?(tag: String) {
        switch tag.prefix(while: { $0 != "-" }) {
        case "en": self = .english
        case "zh": self = .simplifiedChinese
        default: return nil
        }
    }
}
