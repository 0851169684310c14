extension Project {
    /// Says whether all that a service names lies within the program: values, types of the project that do no work of their own, its own
    /// protocols, and others that something stands in for in tests. One of which the code is not known may name anything.
    func reachesNothing(_ type: TypeFact) -> Bool {
        namesOnly(in: type) { name in
            PlainTypes.values.contains(name)
                || declarations(of: name).contains { $0.kind == .protocol } && hasStandIn(name)
        }
    }

    /// Says whether a service only computes, or works on files or settings that are there already, so that one is as good as another.
    ///
    /// One that stands for a protocol of the project, and whose functions wait or throw, is meant to be replaced.
    func isInterchangeable(_ name: String) -> Bool {
        let types = declarations(of: name)
        return !types.isEmpty
            && types.allSatisfy { type in
                guard let work = type.work, work.keepsConstants, work.isWrittenOut else { return false }
                if type.doesWork, conformsToOwnProtocol(name) { return false }
                return namesOnly(in: type, orReadsFiles: true) { name in
                    PlainTypes.values.contains(name) || PlainTypes.worksOnFiles(name) && !declares(name)
                        || !type.doesWork && PlainTypes.defaults.contains(name)
                }
            }
    }

    /// Says whether a service has no state, and reaches nothing but what its functions are given, which tests replace.
    func onlyUsesWhatItIsGiven(_ name: String) -> Bool {
        let types = declarations(of: name)
        return !types.isEmpty && types.allSatisfy { $0.isStateless && reachesNothing($0) }
            && !conformsToOwnProtocol(name)
    }

    /// Says whether a service only tells others what it has been told, by subjects and relays.
    func onlyTells(_ name: String) -> Bool {
        let types = declarations(of: name)
        return !types.isEmpty
            && types.allSatisfy { type in
                !type.doesWork
                    && namesOnly(in: type) { PlainTypes.values.contains($0) || PlainTypes.announcers.contains($0) }
            }
    }

    /// Says whether a comment calls a service a stub: what is missing is the real one.
    func isStub(_ name: String) -> Bool {
        let types = declarations(of: name)
        return !types.isEmpty && types.allSatisfy { $0.work?.isStub ?? false } && !Words.nameMock(name)
    }

    private func namesOnly(
        in type: TypeFact, orReadsFiles: Bool = false, where isPlain: (String) -> Bool
    ) -> Bool {
        guard let work = type.work, work.isWrittenOut, !work.asksGlobals, orReadsFiles || !work.readsFiles,
            extensionsElsewhere(of: type).isEmpty
        else { return false }
        let own = Set(type.inherited.map(TypeName.last))
        return work.named.allSatisfy { name in
            name.utf8.count == 1 || name == type.name || own.contains(name) || isPlain(name) || isIdle(name)
        }
    }

    /// A type of the project that neither waits nor throws, and is not called as those are that do.
    private func isIdle(_ name: String) -> Bool {
        let types = declarations(of: name)
        return !types.isEmpty
            && types.allSatisfy { type in
                type.kind != .protocol && !type.doesWork && !isKnownService(name)
                    && !["Manager", "Store", "Provider", "API", "Database"].contains(where: name.hasSuffix)
            }
    }

    private func hasStandIn(_ name: String) -> Bool {
        conformers(of: name).contains { $0.isSetAside || Words.nameStandIn($0.qualifiedName) }
    }

    private func extensionsElsewhere(of type: TypeFact) -> [TypeFact] {
        types.filter { $0.kind == .extension && $0.name == type.name && $0.place.file != type.place.file }
    }
}
