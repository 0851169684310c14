import SwiftSyntax

/// What the functions of a file wait for, and which of them a cancellation ends.
struct CancellationFacts: Sendable {
    /// A call that is waited for.
    struct Call: Sendable, Hashable {
        let name: String
        /// What it is called on, in small letters: `feedservice` of `self.feedService.items()`; empty for a function of the type itself.
        let receiver: String
        /// The type around it, in small letters.
        let owner: String
        /// A cancellation ends it: `Task.sleep`, `Task.checkCancellation`, a request of `URLSession`.
        let isEnded: Bool
        /// The file imports a library whose functions no cancellation ends.
        let mayBeDeaf: Bool
    }

    /// A function, a property or a closure with a label.
    struct Function: Sendable {
        let name: String
        /// The type that declares it, in small letters.
        let type: String
        /// Looks for a cancellation itself.
        let checks: Bool
        var waits: Set<Call> = []
    }

    private(set) var functions: [Function] = []
    /// The file shows something that a cancellation ends.
    private(set) var showsEnding = false

    init() {}

    init(_ unit: SourceUnit) {
        showsEnding = unit.words.hints.contains(.ending)
        guard !unit.index.waits.isEmpty else { return }
        var known: [SyntaxIdentifier: Int] = [:]
        for wait in unit.index.waits {
            guard TaskFacts.isThrowing(wait), let (node, name) = Self.container(of: wait) else { continue }
            let index: Int
            if let found = known[node.id] {
                index = found
            } else {
                index = functions.count
                known[node.id] = index
                functions.append(
                    Function(
                        name: name, type: Self.type(around: node),
                        checks: unit.words.hints.contains(.cancellation)
                            && node.mentions(["checkCancellation", "CancellationError"])))
            }
            functions[index].waits.formUnion(Self.calls(in: wait, unit))
        }
    }

    /// The calls that an `await` waits for.
    static func calls(in wait: AwaitExprSyntax, _ unit: SourceUnit) -> [Call] {
        let calls =
            wait.expression.as(FunctionCallExprSyntax.self).map { [$0] }
            ?? wait.descendants(FunctionCallExprSyntax.self, nested: false)
        return calls.compactMap { call in
            guard let name = call.calleeName else { return nil }
            let named = call.receiver.flatMap(lastName) ?? ""
            let receiver = (declaredType(of: named, around: call, unit) ?? named).lowercased()
            return Call(
                name: name, receiver: receiver == "self" ? "" : receiver, owner: type(around: Syntax(call)),
                isEnded: isEnded(call, name, receiver),
                mayBeDeaf: !deafModules.isDisjoint(with: unit.index.imports) || TaskContext.isTask(call)
                    || TaskFacts.continuations.contains(name) || TaskContext.isTransparent(name))
        }
    }

    /// `FeedProviding` for `let feed: any FeedProviding` in the type around a call.
    private static func declaredType(of name: String, around call: FunctionCallExprSyntax, _ unit: SourceUnit)
        -> String?
    {
        guard name.first?.isLowercase ?? false, name != "self" else { return nil }
        guard let type = call.enclosingType else { return nil }
        let variable = unit.index.variables.first { variable in
            variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
                && type.memberBlock.contains(variable)
        }
        return (variable?.bindings.first?.typeAnnotation?.type).map {
            TypeName.last(TypeName.withoutArguments(TypeName($0).text))
        }
    }

    private static func isEnded(_ call: FunctionCallExprSyntax, _ name: String, _ receiver: String) -> Bool {
        switch name {
        case "checkCancellation": true
        case "sleep": receiver == "task" || call.argument("until") != nil
        case "data", "upload", "download", "bytes":
            (receiver.hasSuffix("session") || call.receiver?.trimmedText.hasPrefix("URLSession") ?? false)
                && ["for", "from"].contains(call.arguments.first?.label?.text)
        default: false
        }
    }

    /// Their asynchronous functions wrap callbacks, or are made of another language's, as their documentation or source shows.
    private static let deafModules: Set<String> = [
        "Alamofire", "AVFoundation", "AVKit", "CloudKit", "CoreBluetooth", "CoreData", "CoreLocation", "CoreSpotlight",
        "EventKit",
        "Firebase", "FirebaseAuth", "FirebaseFirestore", "FirebaseFunctions", "FirebaseMessaging", "FirebaseStorage",
        "GRDB", "GoogleSignIn", "HealthKit", "LocalAuthentication", "MapKit", "MatrixRustSDK", "Photos", "PhotosUI",
        "Realm",
        "RealmSwift", "RevenueCat", "Speech", "StoreKit", "SwiftData", "UserNotifications", "Vision",
        "WatchConnectivity",
        "WebKit",
    ]

    /// `service` of `self.service`, `feed` of `feed?` and `APIService` of `APIService.shared`.
    private static func lastName(of receiver: ExprSyntax) -> String? {
        var current = receiver
        while true {
            if let chain = current.as(OptionalChainingExprSyntax.self) {
                current = chain.expression
            } else if let member = current.as(MemberAccessExprSyntax.self), let base = member.base,
                ["shared", "default", "current", "standard"].contains(member.declName.baseName.text)
            {
                current = base
            } else {
                break
            }
        }
        return current.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? current.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? current.as(FunctionCallExprSyntax.self)?.calleeName
    }

    private static func type(around node: Syntax) -> String {
        node.enclosingType.map { TypeName.last($0.declaredName).lowercased() } ?? ""
    }

    /// The function, property or labelled closure that something stands in: `items` of `FeedClient(items: { … })`.
    private static func container(of wait: AwaitExprSyntax) -> (Syntax, String)? {
        var labelled: (Syntax, String)?
        var current = wait.parent
        while let outer = current {
            if let function = outer.as(FunctionDeclSyntax.self) { return (outer, function.name.text) }
            if outer.is(MemberBlockSyntax.self) { break }
            if labelled == nil, outer.is(ClosureExprSyntax.self),
                let label = outer.parent?.as(LabeledExprSyntax.self)?.label?.text
            {
                labelled = (outer, label)
            }
            if let variable = outer.as(VariableDeclSyntax.self),
                variable.parent?.is(MemberBlockItemSyntax.self) ?? false, labelled == nil
            {
                return variable.bindings.first.map { (outer, $0.pattern.trimmedText) }
            }
            current = outer.parent
        }
        return labelled
    }
}
