import SwiftSyntax

/// Tells from what is written whether a call works with something outside of the program, which can fail on any day: files,
/// databases, servers, data that was stored or received.
enum OutsideWork {
    /// What a call says about itself.
    enum Verdict {
        /// Its name, its type or its labels show it.
        case certain
        /// A plain function, which may be the project's own.
        case function(String)
        case unknown
    }

    static func verdict(on call: FunctionCallExprSyntax) -> Verdict {
        let labels = call.arguments.compactMap(\.label?.text)
        if labels.contains(where: readingLabels.contains) { return .certain }
        if let type = call.constructedType { return opens(TypeName.last(type), labels) ? .certain : .unknown }
        guard let name = call.calleeName else { return .unknown }
        if fileOperations.contains(name) || decodes(name, call, labels) || queries(call) { return .certain }
        let words = Words.of(name)
        if !outside.isDisjoint(with: words) { return .certain }
        if call.plainName != nil { return words.first.map(verbs.contains) ?? false ? .certain : .function(name) }
        guard let verb = words.first else { return .unknown }
        if verbs.contains(verb), !(verb == "export" && makesText(words, call)) { return .certain }
        return changes.contains(verb) && call.receiver.map(isKeeper) ?? false ? .certain : .unknown
    }

    /// `card.exportAsBase64String()`: another form of a value of the program.
    private static func makesText(_ words: [String], _ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.isEmpty && words.last.map(["string", "data", "json"].contains) ?? false
    }

    /// `fileManager.copyItem(…)`, `AlbumCache.shared.delete(…)`, but no `script.deleteOccurrences(…)`.
    private static func isKeeper(_ receiver: ExprSyntax) -> Bool {
        receiver.tokens(viewMode: .sourceAccurate).contains { !keepers.isDisjoint(with: Words.of($0.text)) }
    }

    /// Makes something that lies on disk, to judge by its type or a label: `Realm()`, `ModelContainer(for:)`, `Cache(file:)`.
    private static func opens(_ type: String, _ labels: [String]) -> Bool {
        let words = Words.of(type)
        if words.first == "file" || words.last == "file" || type == "Connection" { return true }
        return !stores.isDisjoint(with: words)
            || labels.contains { label in
                let words = Words.of(label)
                return files.contains(words) || words.contains("database")
            }
    }

    /// `decode(Item.self, from: data)`, `jsonObject(with: data)`, but no text of the source, and no parts of what is being decoded.
    private static func decodes(_ name: String, _ call: FunctionCallExprSyntax, _ labels: [String]) -> Bool {
        switch name {
        // Of Moya: `response.map(Page.self)`
        case "map": call.arguments.first?.expression.trimmedText.hasSuffix(".self") ?? false
        case "decode": labels.contains("from") || isOfRequest(call)
        case "jsonObject": labels.first == "with"
        case "propertyList": labels.first == "from"
        default: name.hasPrefix("unarchive")
        }
    }

    /// `request.content.decode(Order.self)`, `request.query.decode(Page.self)`
    private static func isOfRequest(_ call: FunctionCallExprSyntax) -> Bool {
        let part = call.receiver?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        return part == "content" || part == "query"
    }

    /// `run("PRAGMA user_version")`
    private static func queries(_ call: FunctionCallExprSyntax) -> Bool {
        guard
            case .stringSegment(let text)? = call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.segments
                .first
        else { return false }
        let first = text.content.text.split(whereSeparator: \.isWhitespace).first
        return first.map { statements.contains(String($0)) } ?? false
    }

    private static let statements: Set<String> = [
        "PRAGMA", "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "VACUUM", "ATTACH",
    ]

    private static let files: Set<[String]> = [["file"], ["file", "url"], ["file", "path"]]

    private static let readingLabels: Set<String> = [
        "contentsOf", "contentsOfFile", "forReadingFrom", "forWritingTo", "forUpdating", "toFile",
    ]

    private static let fileOperations: Set<String> = [
        "contentsOfDirectory", "attributesOfItem", "attributesOfFileSystem", "setAttributes", "subpathsOfDirectory",
        "resourceValues", "setResourceValues", "trashItem", "linkItem", "destinationOfSymbolicLink",
    ]

    /// What types are called that keep things on disk.
    private static let stores: Set<String> = [
        "database", "db", "sqlite", "realm", "store", "storage", "container", "persistence", "keychain",
    ]

    /// What functions begin with that read, write or ask somebody.
    private static let verbs: Set<String> = [
        "load", "fetch", "read", "write", "save", "execute", "send", "request", "connect", "download", "upload",
        "query", "import", "export", "migrate", "persist", "scalar",
    ]

    /// What functions begin with that change something, in memory as often as on disk.
    private static let changes: Set<String> = [
        "create", "open", "remove", "delete", "copy", "move", "replace", "insert", "update",
    ]

    /// What objects are called that look after things outside.
    private static let keepers: Set<String> = [
        "manager", "mgr", "fm", "file", "files", "disk", "store", "storage", "cache", "database", "db", "realm",
        "context", "container", "repository", "keychain", "service", "client", "api",
    ]

    private static let outside: Set<String> = ["database", "db", "sqlite", "realm", "file", "files", "keychain"]
}
