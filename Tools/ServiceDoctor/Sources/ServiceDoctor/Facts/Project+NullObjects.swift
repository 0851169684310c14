extension Project {
    /// Says whether an app has no other type than this one for its protocols, and uses nothing that they ask for: nobody loses anything.
    func isNullObject(_ name: String) -> Bool {
        let types = declarations(of: name)
        guard isApp, let type = types.first, types.count == 1 else { return false }
        let own = (type.inherited + extensionParents(of: name)).flatMap(declarations).filter { $0.kind == .protocol }
        return !own.isEmpty
            && own.allSatisfy { parent in
                guard let members = parent.asksFor, !parent.inherited.contains(where: declares),
                    conformers(of: parent.name).allSatisfy({ $0.name == name })
                else { return false }
                let declaring: Set<String> = [parent.place.file, type.place.file]
                return !members.contains { isUsed($0, outside: declaring) }
            }
    }

    /// Any mention, but for calls that a parameter would have to ask for and nobody does.
    private func isUsed(_ member: NameDigest, outside declaring: Set<String>) -> Bool {
        files.indices.contains { index in
            guard files[index].kind == .production, !declaring.contains(files[index].name),
                files[index].mentions.contains(member)
            else { return false }
            guard let parameters = files[index].optedCalls.parameters[member] else { return true }
            return parameters.contains { parameter in files.contains { $0.optedCalls.raised.contains(parameter) } }
        }
    }
}
