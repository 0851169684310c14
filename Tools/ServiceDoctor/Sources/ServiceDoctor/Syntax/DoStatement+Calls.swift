import SwiftSyntax

/// What a `do` is about, to judge by the calls under its `try`s.
extension DoStatement {
    /// The functions of the project that are tried, where nothing else can throw: those of the type, with its name, and others to
    /// judge by names that are hardly anybody else's.
    var ownFunctions: [String] {
        let body = node.body
        guard !body.descendants(ForStmtSyntax.self, nested: false).contains(where: { $0.tryKeyword != nil }),
            body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
        else { return [] }
        var functions: [String] = []
        for attempt in throwingExpressions {
            let calls = attempt.triedCalls
            guard calls.count == 1, let name = calls[0].calleeName else { return [] }
            let isOwn = calls[0].plainName != nil || calls[0].receiver?.trimmedText == "self"
            guard isOwn || Words.of(name).count > 1 else { return [] }
            let type = isOwn ? attempt.enclosingType.map { TypeName.last($0.declaredName) } : nil
            functions.append(type.map { "\($0).\(name)" } ?? name)
        }
        return functions
    }

    /// Looks at one picture of a camera, which the next one follows: `func captureOutput(…, didOutput buffer: CMSampleBuffer, …)`.
    var looksAtOneFrame: Bool {
        let parameters = node.enclosingFunction?.as(FunctionDeclSyntax.self)?.signature.parameterClause
        guard parameters?.mentions(["CMSampleBuffer", "CVPixelBuffer", "CVImageBuffer", "ARFrame"]) ?? false else {
            return false
        }
        return !throwingExpressions.isEmpty
            && throwingExpressions.allSatisfy {
                $0.expression.as(FunctionCallExprSyntax.self)?.calleeName == "perform"
            }
    }

    /// Asks people for permission: a refusal is an answer, not a failure.
    var asksForPermission: Bool {
        allTried { call in
            let name = call.calleeName ?? ""
            return Self.requests.contains(name) || Words.of(name).contains("authenticate")
        }
    }

    /// Asks the system for permission, and nobody to sign in.
    var asksSystemForPermission: Bool { allTried { Self.requests.contains($0.calleeName ?? "") } }

    /// Fetches a picture, which is only for show: without it, the placeholder stays.
    var fetchesPicture: Bool {
        allTried { call in
            let words = call.calledExpression.tokens(viewMode: .sourceAccurate).flatMap { Words.of($0.text) }
            return !Self.pictures.isDisjoint(with: words) && !Self.fetching.isDisjoint(with: words)
        } || makesPicture
    }

    /// `let (data, _) = try await session.data(from: url)` and `if let picture = UIImage(data: data) { self.picture = picture }`,
    /// where the property is optional, so that something else is shown without it.
    private var makesPicture: Bool {
        guard allTried({ ["data", "bytes"].contains($0.calleeName) }),
            node.body.descendants(FunctionCallExprSyntax.self).contains(where: { call in
                Self.pictureTypes.contains(call.plainName ?? "") && call.argument("data") != nil
            }), let members = node.enclosingType?.memberBlock.members
        else { return false }
        let optional = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings).filter {
            binding in
            binding.typeAnnotation.map { TypeName($0.type) }.map {
                $0.isOptional && Self.pictureTypes.contains($0.text)
            } ?? false
        }
        let set = node.body.descendants(SequenceExprSyntax.self).compactMap { Assignment($0) }.filter {
            $0.assignedBool == nil
        }
        return !set.isEmpty
            && set.allSatisfy { assignment in
                optional.contains { $0.pattern.trimmedText == assignment.ownProperty }
            }
    }

    private static let pictureTypes: Set<String> = ["UIImage", "NSImage", "Image", "CGImage"]

    /// Counts what people do and nothing else: `try await client.trackEvent("opened")` behind the constants that it needs.
    var onlyCounts: Bool {
        guard let last = node.body.statements.last,
            node.body.statements.dropLast().allSatisfy({ item in
                item.item.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.let)
            }), let call = last.item.as(TryExprSyntax.self)?.call
        else { return false }
        let words = Words.of(call.calleeName ?? "")
        return !Self.counts.isDisjoint(with: words + Words.of(call.receiver?.trimmedText ?? ""))
            || ["track", "log", "send", "report"].contains(words.first ?? "")
                && ["event", "events", "view", "views", "impression", "impressions"].contains(words.last ?? "")
    }

    private static let counts: Set<String> = ["analytics", "telemetry", "tracker", "tracking"]

    /// Makes or reads a picture for something that is shown without it as well.
    var showsPicture: Bool {
        allTried { call in
            call.plainName == "UNNotificationAttachment"
                || call.plainName == "Data"
                    && node.body.descendants(SequenceExprSyntax.self).contains { sequence in
                        Assignment(sequence).map { Words.of($0.lastName ?? "").last == "image" } ?? false
                    }
        } || onlyFindsPicture
    }

    /// `logoURL = try links.url(of: "logo")` and nothing else.
    private var onlyFindsPicture: Bool {
        !node.body.statements.isEmpty
            && node.body.statements.allSatisfy { item in
                guard let sequence = item.item.as(SequenceExprSyntax.self), let target = Assignment(sequence)?.lastName
                else { return false }
                return !Self.decorations.isDisjoint(with: Words.of(target))
            }
    }

    private static let decorations = pictures.union(["logo", "icon", "background", "photo", "cover", "picture"])

    /// `_ = try await timeline.first()` and nothing else: nobody wants the answer, and the name promises no change.
    var onlyAsks: Bool {
        guard node.body.statements.count == 1, catchClauses.count == 1, let attempt = throwingExpressions.first,
            attempt.expression.is(AwaitExprSyntax.self), isDiscarded(attempt)
        else { return false }
        let calls = attempt.descendants(FunctionCallExprSyntax.self, nested: false)
        return !calls.isEmpty
            && calls.allSatisfy { Words.of($0.calleeName ?? "").first.map(Self.asking.contains) ?? false }
    }

    /// `_ = try …` and `let _ = try …`
    private func isDiscarded(_ attempt: TryExprSyntax) -> Bool {
        if let binding = attempt.parent?.parent?.as(PatternBindingSyntax.self) {
            return binding.pattern.is(WildcardPatternSyntax.self)
        }
        let sequence = attempt.parent?.parent?.as(SequenceExprSyntax.self)
        return sequence?.elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
    }

    /// What functions begin with that only ask.
    private static let asking: Set<String> = [
        "first", "get", "fetch", "value", "ping", "wait", "count", "find", "check", "read", "list", "image", "for",
        "is",
        "has", "all", "search",
    ]

    /// `search = try find(term).sink { answer in if let error = answer.error { … } }`: only the head of a chain can throw, which hands
    /// its failures to the closure.
    var startsChain: Bool {
        guard node.body.statements.count == 1, throwingExpressions.count == 1,
            let call = throwingExpressions.first?.call, call.calleeName == "sink",
            let closure = call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self),
            closure.mentions(["error", "failure"]),
            call.receiver?.as(FunctionCallExprSyntax.self).flatMap(\.calleeName).flatMap({ Words.of($0).first })
                .map(Self.asking.contains) ?? false
        else { return false }
        let parameters = node.nearest(FunctionDeclSyntax.self)?.signature.parameterClause
        return !(parameters?.mentions(["escaping"]) ?? false)
    }

    /// Sets up a session for sound and does nothing else that can fail.
    var preparesSound: Bool {
        !throwingExpressions.isEmpty && throwingExpressions.allSatisfy(\.preparesSound)
    }

    /// Runs a command whose failure is passed over as well: `try process.run()` of a `Process` of the function, and at the end
    /// `if process.terminationStatus == 0 { … }`.
    var asksCommand: Bool {
        guard throwingExpressions.count == 1, let call = throwingExpressions.first?.call, call.calleeName == "run",
            let name = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let made = node.localVariable(named: name)?.initializer?.value.as(FunctionCallExprSyntax.self),
            made.constructedType == "Process",
            let last = node.body.statements.last?.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        else { return false }
        return last.elseBody == nil && last.conditions.mentions(["terminationStatus"])
    }

    /// Tells a server what has been read: the next visit does it again.
    var marksAsRead: Bool {
        allTried { call in
            guard call.parent?.is(AwaitExprSyntax.self) ?? false else { return false }
            let words = Words.of(call.calleeName ?? "")
            return words.first == "mark" && words.last.map(Self.looks.contains) ?? false
                || words == ["save", "marker"] || words.starts(with: ["send", "typing"])
        }
    }

    private static let looks: Set<String> = ["read", "seen"]

    /// `try store.updateLastOpened(document)`: when something was last used, which orders a list.
    var notesLastUse: Bool {
        allTried { call in
            let words = Words.of(call.calleeName ?? "")
            guard let last = words.firstIndex(of: "last"), last > 0, last + 1 < words.count else { return false }
            return Self.noting.contains(words[0]) && Self.uses.contains(words[last + 1])
        }
    }

    private static let noting: Set<String> = ["update", "set", "touch", "mark", "note", "record"]

    private static let uses: Set<String> = [
        "used", "opened", "connected", "accessed", "visited", "viewed", "seen", "played", "active",
    ]

    /// Only runs a closure that its owner passed in, as a button does: the closure's author knows what its failure means.
    var runsOwnersClosure: Bool {
        throwingExpressions.contains(where: Self.runsOwnersClosure)
            && throwingExpressions.allSatisfy { Self.runsOwnersClosure($0) || Self.sleeps($0) }
    }

    private static func runsOwnersClosure(_ attempt: TryExprSyntax) -> Bool {
        guard attempt.parent?.is(CodeBlockItemSyntax.self) ?? false, var called = attempt.call?.calledExpression else {
            return false
        }
        if let chain = called.as(OptionalChainingExprSyntax.self) { called = chain.expression }
        guard let name = called.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
        return attempt.hasParameter(named: name) || attempt.enclosingType?.keepsGivenValue(name) ?? false
    }

    private func allTried(_ condition: (FunctionCallExprSyntax) -> Bool) -> Bool {
        !throwingExpressions.isEmpty && throwingExpressions.allSatisfy { $0.call.map(condition) ?? false }
    }

    private static let requests: Set<String> = ["requestAuthorization", "requestAccess", "evaluatePolicy"]

    private static let pictures: Set<String> = [
        "artwork", "thumbnail", "avatar", "favicon", "emoji", "poster", "image",
    ]

    private static let fetching: Set<String> = ["fetch", "load", "download", "data"]
}

extension TryExprSyntax {
    /// Sets up a session for sound: where it cannot be had, the app goes on without.
    var preparesSound: Bool { call.map { Self.soundSetup.contains($0.calleeName ?? "") } ?? false }

    private static let soundSetup: Set<String> = [
        "setCategory", "setActive", "setMode", "overrideOutputAudioPort", "setPreferredInput",
        "setPreferredSampleRate", "setPreferredIOBufferDuration",
    ]

    /// The calls that this tries: all of the assignment in `try item = load()`.
    var triedCalls: [FunctionCallExprSyntax] {
        let sequence = parent?.parent?.as(SequenceExprSyntax.self)
        let isFirst = sequence?.elements.first?.id == ExprSyntax(self).id
        let tried = isFirst ? sequence.map { Syntax($0) } ?? Syntax(self) : Syntax(self)
        return tried.descendants(FunctionCallExprSyntax.self, nested: false)
    }

    /// `Tips.configure()`: where it fails, people see no tips.
    var preparesTips: Bool {
        call.map { ["Tips.configure", "Tips.resetDatastore"].contains($0.calledExpression.trimmedText) } ?? false
    }

    /// `BGTaskScheduler.shared.submit(request)`, which fails wherever people have switched it off.
    var asksForBackgroundTime: Bool { call?.calledExpression.trimmedText == "BGTaskScheduler.shared.submit" }

    /// `Activity.request(attributes: attributes, content: content)`, and nothing else but printing: people may switch live activities
    /// off.
    var startsLiveActivity: Bool {
        guard call?.calleeName == "request", call?.receiver?.trimmedText.prefix(while: { $0 != "<" }) == "Activity",
            let body = nearest(DoStmtSyntax.self)?.body
        else { return false }
        return body.statements.allSatisfy { item in
            item.item.as(FunctionCallExprSyntax.self).map { PrintCall.names.contains($0.plainName ?? "") } ?? true
        }
    }

    /// What is called here, behind an `await`.
    fileprivate var call: FunctionCallExprSyntax? {
        (expression.as(AwaitExprSyntax.self)?.expression ?? expression).as(FunctionCallExprSyntax.self)
    }
}

extension DeclGroupSyntax {
    /// Has a stored property of this name with a written type and no wrapper, which the initialiser sets.
    fileprivate func keepsGivenValue(_ name: String) -> Bool {
        memberBlock.members.contains { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self), variable.attributes.isEmpty else {
                return false
            }
            return variable.bindings.contains {
                $0.pattern.trimmedText == name && $0.typeAnnotation != nil && $0.accessorBlock == nil
            }
        }
    }
}
