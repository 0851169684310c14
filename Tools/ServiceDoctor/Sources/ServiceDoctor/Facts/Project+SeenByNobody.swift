extension Project {
    /// Says whether nobody sees the error of a candidate: nothing reads the property or takes the text out of it, nothing calls the
    /// function that sets it, or nothing makes the view or model around it.
    func isSeenByNobody(_ candidate: Candidate) -> Bool {
        candidate.unread.map(isReadByNobody) ?? false || isRunByNobody(candidate)
            || candidate.payload.map { isKeptForNobody($0, by: candidate) } ?? false
    }

    /// Says whether nothing takes the text out of a case: in an app, or of a public type of a library, whose users choose what people see.
    private func isKeptForNobody(_ payload: Candidate.Payload, by candidate: Candidate) -> Bool {
        let openings = openedCases[payload.name, default: []]
        if let type = payload.type ?? (openings.isEmpty ? nil : payload.declaredType) {
            let declared = declarations(of: type)
            let added = types.lazy.filter { $0.kind == .extension && $0.name == TypeName.last(type) }.flatMap(
                \.constants)
            // Its own functions may be called like that.
            guard !declared.isEmpty, declared.allSatisfy({ $0.cases.contains(payload.name) }),
                !openings.contains(where: { opening in
                    declared.contains { opening.mayConcern($0.cases, constants: $0.constants.union(added)) }
                })
            else { return false }
        } else if !openings.isEmpty {
            return false
        }
        return isApp || candidate.types.contains { name in declarations(of: name).contains(where: \.isPublic) }
    }

    /// Says whether nothing calls the function around a candidate, or makes the view or model that it is in.
    func isRunByNobody(_ candidate: Candidate) -> Bool {
        candidate.function.map(isRunByNobody) ?? false
            || candidate.types.contains(where: idleTypes.contains)
    }

    /// `func mapping(map: Map)`
    private func isCalledByMapper(_ function: Candidate.Function) -> Bool {
        function.name == "mapping" && function.labels == ["map"]
    }

    private func isRunByNobody(_ function: Candidate.Function) -> Bool {
        if isCalledByMapper(function) { return false }
        return switch function.kind {
        case .property: isCalledByNobody(function)
        case .capitalized: isNamedByNobody(function)
        case .method:
            isCalledByNobody(function)
                || isOnlyCalledByName(function)
                    && (isCalledOnOthersOnly(function)
                        || starts.areOnlyOf(idleTypes, function.name) && !calls.mayHandOn(function.name))
        case .initializer: isMadeByNobody(function)
        }
    }

    /// Says whether nothing of an app makes a type with an initialiser. What a protocol of the project asks for, generic code calls.
    private func isMadeByNobody(_ function: Candidate.Function) -> Bool {
        let types = declarations(of: function.type)
        let made = parents(of: function).filter { !Self.plainParents.contains($0) }
        guard isApp, types.count == 1, !isInherited(function.type), made.allSatisfy(Self.makesNothing.contains) else {
            return false
        }
        return isCalledOnOthersOnly(function)
    }

    /// Parents that ask for no initialiser of a type's own.
    private static let makesNothing: Set<String> = ["Codable", "Encodable", "Decodable", "Error", "LocalizedError"]

    /// Says whether no other file reads one of a type's properties, which its own does not read either.
    ///
    /// What a protocol of the project may ask for is read by way of that, and a public type of a library by its users.
    private func isReadByNobody(_ property: Candidate.Property) -> Bool {
        // One file may be a part of a view that is shown elsewhere.
        if property.isPrivate { return files.count > 1 }
        if let owner = property.owner { return isPartReadByNobody(property.name, of: owner) }
        let types = declarations(of: property.type)
        // Of two types of the name, what reads the one may read the other; so may what has one that inherits it.
        guard let own = types.first, isApp || types.allSatisfy({ !$0.isPublic }), !isInherited(own.name),
            (types.flatMap(\.inherited) + extensionParents(of: own.name)).allSatisfy({ !declares($0) })
        else { return false }
        // Of what begins with a small letter nobody notes who names it.
        guard own.name.first?.isUppercase ?? false else { return false }
        let declaring = Set(types.map(\.place.file))
        // What only tests read, nobody sees.
        let users = filesByKeeper[TypeUses.code(of: own.name), default: []].filter {
            !declaring.contains(files[$0].name)
        }
        // In a few files of a program, whoever uses the type may be in another one.
        if users.isEmpty, !isApp { return false }
        // What an extension in another file names needs no variable.
        let isReadByExtension = users.contains {
            files[$0].errorReads.extended[own.name]?.contains(property.name) ?? false
        }
        let reads = namedErrorReads(of: property.name, countsQuestions: property.countsQuestions)
        guard !isReadByExtension, !reads.areOf(own.name) else { return false }
        // What a user of the type declares, and the extensions of that, can have an object of it by any name; others only have one by way
        // of something whose type is told: `app.player.lastError`, or that is called as the type.
        let userNames = Set(users.map { files[$0].name })
        return !reads.untold.contains { index in
            users.isEmpty || userNames.contains(files[index].name)
                || files[index].errorReads.extended.keys.contains { extended in
                    declarations(of: extended).contains { userNames.contains($0.place.file) }
                }
        }
    }

    /// The files that name the types of properties which their own files do not read.
    static func filesByKeeper(_ files: [FileFacts]) -> [UInt64: [Int]] {
        let keepers = Set(
            files.lazy.flatMap { $0.candidates.values.joined() }.compactMap(\.unread).map { TypeUses.code(of: $0.type) }
        )
        var found: [UInt64: [Int]] = [:]
        guard !keepers.isEmpty else { return found }
        for (index, file) in files.enumerated() {
            let named = file.typeUses.reduce(into: Set<UInt64>()) {
                $0.formUnion($1.named.lazy.filter(keepers.contains))
            }
            for keeper in named { found[keeper, default: []].append(index) }
        }
        return found
    }

    /// Says whether nothing of an app reads a part of a property: by that property's name, of its type, or of anything whose type is not told.
    private func isPartReadByNobody(_ name: String, of owner: Candidate.Owner) -> Bool {
        let types = declarations(of: owner.type)
        guard isApp, types.count == 1, !isInherited(owner.type),
            (types[0].inherited + extensionParents(of: owner.type)).allSatisfy({ !declares($0) })
        else { return false }
        let isReadByItself = filesByShowing[name, default: []].contains { index in
            files[index].errorShowings.showings.contains { showing in
                showing.name == name && showing.type == owner.type && showing.receiver == nil && !showing.isAnybodys
            }
        }
        return !isReadByItself
            && !filesByError[name, default: []].contains { index in
                files[index].errorReads.extended[owner.type]?.contains(name) ?? false
                    || files[index].mayHave(owner) && mayRead(name, of: owner.type, in: files[index])
            }
    }

    /// Says whether some class of the program inherits from a type: what reads that one reads the other.
    private func isInherited(_ type: String) -> Bool { !conformers(of: type).allSatisfy(\.isSetAside) }

    /// Says whether nothing of an app names a function, which nothing else can call: its type stands for nothing but what is known.
    private func isCalledByNobody(_ function: Candidate.Function) -> Bool {
        guard isApp, !mentioned.contains(function.name) else { return false }
        // What is private, neither the system nor a protocol calls.
        return function.isPrivate || ancestors(of: function.type).allSatisfy(isKnownParent)
    }

    /// The functions that candidates stand in, and those that make a view or a model for others.
    static func askedFunctions(_ files: [FileFacts]) -> [String] {
        files.flatMap { file in
            file.candidates.values.joined().compactMap { $0.function?.name } + file.typeUses.compactMap(\.factory)
        }
    }

    /// The same of a function whose name begins with a capital.
    private func isNamedByNobody(_ function: Candidate.Function) -> Bool {
        guard isApp, !files.contains(where: { $0.namesType(function.name) }) else { return false }
        return function.isPrivate || ancestors(of: function.type).allSatisfy(isKnownParent)
    }

    /// Says whether all calls of a function are on objects of other types, or in functions that nothing calls.
    func isCalledOnOthersOnly(_ function: Candidate.Function) -> Bool {
        guard isApp, function.kind != .capitalized else { return false }
        let called = CallFacts.Function(function)
        switch openness(of: function.type) {
        case .open where function.kind == .method && !function.isPrivate: return false
        case .delegate where function.kind == .method && !function.labels.isEmpty && !function.isPrivate: return false
        default: return !calls.mayCall(called, of: function.type, in: errorPaths, openness: openness)
        }
    }

    private func parents(of function: Candidate.Function) -> [String] {
        declarations(of: function.type).flatMap(\.inherited) + extensionParents(of: function.type)
    }
}

extension FileFacts {
    /// Says whether the program's code here names a type, not only a comment, or what is for previews.
    fileprivate func namesType(_ name: String) -> Bool {
        // Of what begins with a small letter nobody notes who names it.
        guard name.first?.isUppercase ?? false else { return true }
        let code = TypeUses.code(of: name)
        return typeUses.contains { $0.named.contains(code) }
    }

    /// Only code that names the type of a value, or the property that keeps it, can have one.
    fileprivate func mayHave(_ owner: Candidate.Owner) -> Bool {
        let digest = NameDigest(owner.name)
        return namesType(owner.type) || mentions.contains(digest)
    }
}
