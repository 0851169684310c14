import SwiftSyntax

/// Recognises Foundation's calls for files, whose errors have sentences in the user's language.
enum FileCalls {
    /// Says whether a call is one, or encodes values of the program on the way to one.
    static func contain(_ call: FunctionCallExprSyntax) -> Bool {
        let label = call.arguments.first?.label?.text
        if ["Data", "String"].contains(call.plainName) { return ["contentsOf", "contentsOfFile"].contains(label) }
        let receiver = call.receiver?.trimmedText ?? ""
        switch call.calleeName {
        case "write":
            let isEncoded = call.receiver?.as(FunctionCallExprSyntax.self)?.calleeName == "encode"
            return label == "to" && (isEncoded || ["data", "text"].contains(Words.of(receiver).last))
        case "encode": return Words.of(receiver).contains("encoder")
        default:
            let isForFiles = Words.of(receiver).contains { ["file", "fm", "manager"].contains($0) }
            return isForFiles && operations.contains(call.calleeName ?? "")
        }
    }

    private static let operations: Set<String> = [
        "removeItem", "copyItem", "moveItem", "createDirectory", "contentsOfDirectory", "replaceItemAt",
    ]
}
