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

    /// Says whether something reads the error of a candidate, but only views and models that nobody makes.
    func isShownByIdleOnly(_ candidate: Candidate) -> Bool {
        guard isApp, let kept = candidate.kept, isFollowed(kept.type) else { return false }
        let readers = readers(of: kept, after: candidate.function)
        return !readers.isEmpty && readers.allSatisfy { idleTypes.contains($0.type) }
    }

    /// Says whether only views and models that nobody makes call the function around a candidate.
    private func isCalledByIdleOnly(_ candidate: Candidate) -> Bool {
        candidate.function.map { starts.areOnlyOf(idleTypes, $0.name) } ?? false
    }

    /// Says whether an alert, a sheet or a toast shows a property of a type, or one of that name of something whose type is not told.
    func isInDialog(_ property: String, of type: String) -> Bool {
        dialogMembers.contains(property)
            || errorPaths.relatives(of: type).contains { dialogMembers.contains("\($0).\(property)") }
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

    /// Says whether all that reads the error of a candidate tells how other work ended.
    func tellsOtherOutcomesOnly(_ candidate: Candidate) -> Bool {
        guard isApp, let kept = candidate.kept, let function = candidate.function, function.kind == .method,
            function.type == kept.type, isFollowed(kept.type), !readers(of: kept).isEmpty
        else { return false }
        return readers(of: kept, after: function).isEmpty
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
        return readers(of: property).filter { $0.outcomes.isEmpty || !$0.outcomes.isDisjoint(with: ways) }
    }

    /// The places that read a property of a type, as far as their variables tell.
    private func readers(of property: Candidate.Kept) -> [ErrorShowings.Showing] {
        let known = readersByName.withLock { $0[property.name] }
        let readers = known ?? ErrorReaders(of: property.name, in: self)
        if known == nil { readersByName.withLock { $0[property.name] = readers } }
        return readers.ofAnything + readers.byType[property.type, default: []]
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
