import SwiftSyntax

/// Recognises calls of libraries that no cancellation ends: their functions take completions, and Swift makes asynchronous ones of them.
enum LibraryWaits {
    /// Returns the functions that some code waits for besides such calls; nil where there is no such call.
    static func others(
        in waits: [AwaitExprSyntax], _ unit: SourceUnit
    ) -> [String]? {
        guard unit.index.imports.contains(where: { $0.hasPrefix("Firebase") }) else { return nil }
        let mine = waits.filter(isPatient)
        return mine.isEmpty ? nil : waits.filter { !isPatient($0) }.flatMap(TaskFacts.waitedCalls)
    }

    /// `await database.collection("items").getDocuments()`
    static func isPatient(_ wait: AwaitExprSyntax) -> Bool {
        let waited = wait.expression.as(TryExprSyntax.self)?.expression ?? wait.expression
        guard let call = waited.as(FunctionCallExprSyntax.self), call.receiver != nil, let name = call.calleeName else {
            return false
        }
        return patient.contains(name)
    }

    private static let patient: Set<String> = [
        "getDocument", "getDocuments", "setData", "updateData", "addDocument", "delete", "commit", "runTransaction",
        "getData", "setValue", "updateChildValues", "removeValue", "createUser", "signIn", "signInAnonymously",
        "sendPasswordReset", "reload", "link", "reauthenticate", "getIDToken", "getIDTokenResult", "putDataAsync",
        "putFileAsync", "downloadURL", "listAll", "fetchAndActivate", "sendEmailVerification", "updatePassword",
        "getAggregation",
    ]
}
