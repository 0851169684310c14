import SwiftSyntax

/// Recognises calls of the system and of widely used libraries whose errors say nothing to people: codes, the names of types and
/// keys, or the server's own words.
enum CodedErrors {
    /// Says whether a call is one: it decodes, asks a database, a cloud, a place service or an audio engine.
    static func contain(_ call: FunctionCallExprSyntax) -> Bool {
        guard let name = call.calleeName else { return false }
        if names.contains(name) || types.contains(call.constructedType ?? "") { return true }
        guard let receiver = call.receiver else { return false }
        return ofDecoder(call, name) || ofDatabase(call, name, receiver) || ofCloud(call, name, receiver)
            || ofDevice(call, name, receiver)
    }

    /// The functions of delegates that the system hands such an error.
    static let delegates: Set<String> = [
        "locationManager", "authorizationController", "centralManager", "peripheral", "fileOutput", "photoOutput",
        "readerSession", "tagReaderSession", "audioRecorderEncodeErrorDidOccur", "audioPlayerDecodeErrorDidOccur",
    ]

    /// What hardly anything else is called.
    private static let names: Set<String> = [
        // Firestore, Realtime Database and Storage
        "getDocuments", "getDocument", "addDocument", "addSnapshotListener", "updateData", "updateChildValues",
        "runTransaction", "putData", "putDataAsync", "putFile", "putFileAsync", "downloadURL", "httpsCallable",
        // Core Data and GRDB
        "loadPersistentStores", "fetchAll", "fetchOne", "fetchCount", "performBackgroundTask",
        // CloudKit
        "userRecordID", "fetchUserRecordID", "accountStatus", "modifyRecords", "deleteRecord", "fetchAllRecordZones",
        // Places and sound
        "geocodeAddressString", "reverseGeocodeLocation", "calculateETA",
        // Alamofire
        "responseDecodable", "serializingDecodable", "publishDecodable",
    ]

    private static let types: Set<String> = [
        "ModelContainer", "AVAudioPlayer", "AVAudioRecorder", "AVAudioFile", "DatabaseQueue", "DatabasePool",
        "SignInWithAppleButton",
    ]

    /// `decoder.decode(Item.self, from: data)`, `publisher.decode(type: Item.self, decoder: decoder)`, `snapshot.data(as: Item.self)`
    private static func ofDecoder(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        switch name {
        case "decode":
            (call.argument("from") != nil || call.argument("decoder") != nil) && !followsCheckOfStatus(call)
        case "data": call.arguments.first?.label?.text == "as"
        default: false
        }
    }

    /// `guard response.statusCode == 200 else { … }` stands before it: what a server answers then is what was expected.
    private static func followsCheckOfStatus(_ call: FunctionCallExprSyntax) -> Bool {
        guard let function = call.enclosingFunction else { return false }
        return function.tokens(viewMode: .sourceAccurate).contains {
            $0.text == "statusCode" && $0.position < call.position
        }
    }

    private static func ofDatabase(_ call: FunctionCallExprSyntax, _ name: String, _ receiver: ExprSyntax) -> Bool {
        switch name {
        case "save": call.arguments.isEmpty && ends(receiver, with: ["context", "moc", "ctx"])
        case "fetch": ends(receiver, with: ["context", "moc", "ctx"]) || call.argument("query") != nil
        case "watch": call.argument("query") != nil
        case "write", "read":
            call.trailingClosure != nil
                && ends(receiver, with: ["db", "queue", "pool", "database", "writer", "reader"])
        case "setData", "delete", "setValue", "removeValue", "getData", "commit":
            ofRemoteDocument(receiver)
        // A table of Supabase.
        case "execute": isChain(receiver, of: ["from", "rpc", "select", "insert", "update", "upsert", "delete"])
        case "perform": call.argument("mutation") != nil
        default: false
        }
    }

    /// `db.collection("items").document(id).delete()`, `itemRef.setData(values)`, `batch.commit()`
    private static func ofRemoteDocument(_ receiver: ExprSyntax) -> Bool {
        isChain(receiver, of: ["collection", "document", "child", "reference"])
            || ends(receiver, with: ["ref", "reference", "batch", "doc", "document", "collection"])
    }

    private static func ofCloud(_ call: FunctionCallExprSyntax, _ name: String, _ receiver: ExprSyntax) -> Bool {
        guard ["save", "record", "records", "add", "perform", "fetch", "delete", "modifyRecordZones"].contains(name)
        else { return false }
        return ends(receiver, with: ["database", "db"])
            && receiver.tokens(viewMode: .sourceAccurate).contains { token in
                ["cloud", "private", "public", "shared"].contains { token.text.lowercased().hasPrefix($0) }
            }
    }

    /// What audio sessions and engines, notification centres, directions, Vision and CryptoKit are asked for.
    private static func ofDevice(_ call: FunctionCallExprSyntax, _ name: String, _ receiver: ExprSyntax) -> Bool {
        switch name {
        case "setCategory", "setActive": ends(receiver, with: ["session", "instance"])
        case "start": ends(receiver, with: ["engine", "search"])
        case "calculate": ends(receiver, with: ["directions", "request"])
        case "add": ends(receiver, with: ["center", "current"]) && call.arguments.count <= 2
        case "response": call.arguments.isEmpty && ends(receiver, with: ["request"])
        case "perform": ends(receiver, with: ["handler"])
        case "open", "seal": receiver.trimmedText.hasPrefix("AES.") || receiver.trimmedText.hasPrefix("ChaChaPoly")
        default: false
        }
    }

    /// Says whether the last name of a receiver, or of the function that it is the result of, ends with one of these words.
    private static func ends(_ receiver: ExprSyntax, with words: Set<String>) -> Bool {
        var base = receiver
        while true {
            if let chain = base.as(OptionalChainingExprSyntax.self) {
                base = chain.expression
            } else if let forced = base.as(ForceUnwrapExprSyntax.self) {
                base = forced.expression
            } else {
                break
            }
        }
        let name =
            base.as(FunctionCallExprSyntax.self)?.calleeName ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName
            .text
            ?? base.as(DeclReferenceExprSyntax.self)?.baseName.text
        return name.flatMap { Words.of($0).last }.map(words.contains) ?? false
    }

    /// Says whether one of the calls of a chain has such a name: `from` of `client.from("items").select().execute()`.
    private static func isChain(_ receiver: ExprSyntax, of names: Set<String>) -> Bool {
        var current: ExprSyntax? = receiver
        while let part = current {
            if let call = part.as(FunctionCallExprSyntax.self) {
                if call.receiver != nil, names.contains(call.calleeName ?? "") { return true }
                current = call.receiver
            } else {
                current = part.as(MemberAccessExprSyntax.self)?.base
            }
        }
        return false
    }
}
