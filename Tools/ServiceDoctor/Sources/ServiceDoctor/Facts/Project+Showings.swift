import Synchronization

/// What becomes of an error on the screens of an app.
extension Project {
    /// Says whether nothing that an app makes shows the error of a candidate, or only beside content that the same work takes away.
    /// - Parameter anytime: Whether the work may be cancelled before there is any content; otherwise what is shown in place of
    ///   content does not count either.
    func isShownNowhere(_ candidate: Candidate, anytime: Bool) -> Bool {
        guard isApp, let kept = candidate.kept, isFollowed(kept.type) else { return false }
        return readers(of: kept, after: candidate.function).allSatisfy { reader in
            idleTypes.contains(reader.type) || isCalledByIdleOnly(candidate)
                || reader.conditions.contains { condition in
                    let isEmptied = candidate.emptied.contains { Self.isSame($0, condition.content) }
                    return condition.content != kept.name && isEmptied != condition.isMissing
                        && !(anytime && condition.isMissing)
                }
        }
    }

    /// Says whether only views and models that nobody makes call the function around a candidate.
    private func isCalledByIdleOnly(_ candidate: Candidate) -> Bool {
        candidate.function.map { starts.areOnlyOf(idleTypes, $0.name) } ?? false
    }

    /// Says whether only what is shown to people who are signed out reads the error of a candidate.
    func isShownSignedOutOnly(_ candidate: Candidate) -> Bool {
        guard isApp, let kept = candidate.kept else { return false }
        let readers = Set(readers(of: kept).map(\.type)).subtracting([kept.type])
        return !readers.isEmpty && readers.allSatisfy { signedOutViews.contains($0) }
    }

    /// Says whether every view makes a model of its own, and those that show its error are not those whose work is cancelled.
    func isShownByOtherInstancesOnly(_ candidate: Candidate) -> Bool {
        guard isApp, let kept = candidate.kept, case .function(let name, let owner)? = candidate.context,
            isFollowed(kept.type)
        else { return false }
        var makers: [String: Int] = [:]
        for file in files {
            for maker in file.errorShowings.makers[kept.type] ?? [] { makers[maker, default: 0] += 1 }
        }
        guard makers.count > 1, constructions.counts[kept.type] == makers.values.reduce(0, +) else { return false }
        let readers = Set(readers(of: kept).map(\.type))
        let cancelling = callers.cancellingTypes(of: name, owner: owner, labels: candidate.labels)
        return !cancelling.isEmpty && readers.union(cancelling).allSatisfy { makers[$0] != nil }
            && readers.isDisjoint(with: cancelling)
    }

    /// Says whether the screens that show the error of a candidate are others than those that start its work, and none of them is a part of
    /// another or stands beside it.
    func isShownElsewhereOnly(_ candidate: Candidate) -> Bool {
        guard isApp, let kept = candidate.kept, let function = candidate.function, function.kind == .method,
            function.type == kept.type, isFollowed(kept.type), !readers(of: kept).isEmpty
        else { return false }
        let readers = Set(readers(of: kept, after: function).map(\.type))
        if readers.isEmpty { return true }
        guard let starters = starts.callers(of: function.name, owner: function.type)?.subtracting([kept.type]) else {
            return false
        }
        return !starters.isEmpty && starters.union(readers).allSatisfy(isView)
            && starters.allSatisfy { starter in readers.allSatisfy { !areShownTogether(starter, $0) } }
    }

    private func areShownTogether(_ first: String, _ second: String) -> Bool {
        first == second || naming.reaches(from: first, to: second, within: Self.deepest)
            || naming.reaches(from: second, to: first, within: Self.deepest)
            || naming.areTogether(first, second) { user in
                isView(user) || declarations(of: user).contains { $0.inherited.contains("App") }
            }
    }

    /// How far the parts of a screen are from it as a rule.
    private static let deepest = 3

    private func isView(_ type: String) -> Bool {
        declarations(of: type).contains { declared in
            !ConstructionFacts.views.isDisjoint(with: declared.inherited)
                || declared.inherited.contains { $0.hasSuffix("ViewController") }
        }
    }

    /// Says whether whoever has an object of a type has it by that type's name.
    private func isFollowed(_ type: String) -> Bool {
        let types = declarations(of: type)
        return types.count == 1 && !conformsToOwnProtocol(type) && conformers(of: type).isEmpty
    }

    static func signedOutViews(_ files: [FileFacts], _ constructions: ConstructionFacts) -> Set<String> {
        let counts = files.reduce(into: [:]) { $0.merge($1.errorShowings.signedOut, uniquingKeysWith: +) }
        return Set(counts.filter { constructions.counts[$0.key] == $0.value }.keys)
    }

    private static func isSame(_ emptied: String, _ content: String) -> Bool {
        emptied == content || Words.of(emptied).last == Words.of(content).last
    }

    /// The places that read a property of a type when a function of it has run: others tell the outcome of another one.
    private func readers(
        of property: Candidate.Kept, after function: Candidate.Function?
    ) -> [ErrorShowings.Showing] {
        guard let function, function.type == property.type else { return readers(of: property) }
        let ways = starts.ownCallers(of: function.name, owner: function.type)
        return readers(of: property).filter { reader in
            (reader.outcomes.isEmpty || !reader.outcomes.isDisjoint(with: ways))
                && reader.flag.map { mayOpen($0, after: function) } ?? true
        }
    }

    /// Says whether an alert is opened where a function has run: by that, by one that calls it or that runs beside it, or from outside.
    private func mayOpen(_ flag: String, after function: Candidate.Function) -> Bool {
        let raisers = files.reduce(into: Set<String>()) {
            $0.formUnion($1.errorShowings.raisers["\(function.type).\(flag)"] ?? [])
        }
        guard !raisers.isEmpty, !raisers.contains(""), !assignedMembers.contains(flag),
            !assignedMembers.contains("\(function.type).\(flag)"),
            let openers = functions(of: function.type, naming: raisers)
        else { return true }
        return functions(of: function.type, naming: [function.name])?.isDisjoint(with: openers) != true
    }

    /// Returns the functions of a type that name some of them, in closures as well, and by way of others; nil where other code of its
    /// files does.
    private func functions(of type: String, naming names: Set<String>) -> Set<NameDigest>? {
        let own = files.filter { $0.mentions.functions.contains { $0.type == type } }
        var found = Set(names.map(NameDigest.init))
        guard own.allSatisfy({ found.isDisjoint(with: $0.mentions.outside) }) else { return nil }
        let functions = own.flatMap(\.mentions.functions).filter { $0.type == type }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for function in functions where !found.contains(function.name) && !found.isDisjoint(with: function.mentions)
            {
                found.insert(function.name)
                isGrowing = true
            }
        }
        return found
    }

    /// The places that read a property of a type, as far as their variables tell.
    private func readers(of property: Candidate.Kept) -> [ErrorShowings.Showing] {
        let known = readersByName.withLock { $0[property.name] }
        let readers = known ?? ErrorReaders(of: property.name, in: self)
        if known == nil { readersByName.withLock { $0[property.name] = readers } }
        // Who neither names the type nor something that does, has no object of it.
        let possible = readers.ofAnything.filter { reader in
            reader.type.isEmpty || naming.reaches(from: reader.type, to: property.type, within: 2)
        }
        return possible + readers.byType[property.type, default: []]
    }
}

/// The places that read an error of one name, by the type that they read it of.
struct ErrorReaders: Sendable {
    private(set) var byType: [String: [ErrorShowings.Showing]] = [:]
    /// Those whose variables do not tell the type.
    private(set) var ofAnything: [ErrorShowings.Showing] = []

    fileprivate init(of name: String, in project: Project) {
        for index in project.filesByShowing[name] ?? [] {
            for showing in project.files[index].errorShowings.showings where showing.name == name {
                guard !showing.isAnybodys else {
                    ofAnything.append(showing)
                    continue
                }
                let types =
                    showing.receiver.map { project.types(of: $0, in: project.files[index], isGuessed: true) }
                    ?? [showing.type]
                if types.isEmpty { ofAnything.append(showing) }
                for type in types { byType[type, default: []].append(showing) }
            }
        }
    }
}
