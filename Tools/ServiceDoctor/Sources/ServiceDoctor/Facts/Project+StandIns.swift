extension Project {
    /// Tells for which services of an app a stand-in would be of use: a type that tests reach decides by what the service answers.
    struct StandInNeeds {
        private let holders: [String: Set<ServiceUses.Holder>]
        private let decisions: [ServiceUses.Decision]

        init(_ project: Project) {
            var holders: [String: Set<ServiceUses.Holder>] = [:]
            // By index, as going through the files would copy each of them.
            for index in project.files.indices {
                holders.formUnions(project.files[index].serviceUses.holders)
            }
            self.holders = holders
            let tested = project.testedFolders()
            decisions = project.files.indices.flatMap { index in
                let name = project.files[index].name
                return project.files[index].serviceUses.decisions.filter { decision in
                    project.canBeTested(decision.asked.type, in: name, tested)
                }
            }
        }

        /// Says whether something decides by what a service answers; also where nobody is known to take it, as a generic type does.
        func has(_ service: String) -> Bool {
            guard let holders = holders[service] else { return true }
            let names = Set(holders.map(\.name))
            return decisions.contains { decision in
                decision.isOfAnother ? names.contains(decision.asked.name) : holders.contains(decision.asked)
            }
        }
    }

    /// Whole programs are known: who is not found there is not there.
    var isProgram: Bool { isApp || !serverFolders.isEmpty }

    /// Says whether the project has stand-ins for services which nobody makes.
    func keepsIdleStandIns(_ standIns: [TypeFact]) -> Bool {
        let idle = standIns.filter { !$0.isSetAside }
        guard !standIns.isEmpty, idle.count == standIns.count else { return false }
        return idle.allSatisfy { type in !files.contains { $0.namedStandIns.contains(type.name) } }
    }

    /// No view, which tests cannot ask, nor what nobody makes.
    private func canBeTested(_ type: String, in file: String, _ tested: Set<String>) -> Bool {
        guard tested.contains(Self.module(of: file)) else { return false }
        let parents = declarations(of: type).flatMap(\.inherited) + extensionParents(of: type)
        return ConstructionFacts.views.isDisjoint(with: parents) && !idleTypes.contains(type)
    }

    /// The folders with a type that tests name.
    private func testedFolders() -> Set<String> {
        let named = files.reduce(into: Set<String>()) { $0.formUnion($1.namedByTests) }
        return Set(
            types.lazy.filter { !$0.isSetAside && $0.kind != .extension && named.contains($0.name) }.map {
                Self.module(of: $0.place.file)
            })
    }

    /// The folder that stands for a module: `Sources/Mail` of `Sources/Mail/Inbox/Inbox.swift`, and `App` of `App/Inbox/Inbox.swift`.
    private static func module(of file: String) -> String {
        let folders = file.split(separator: "/").dropLast()
        let count = folders.firstIndex(of: "Sources").map { $0 + 2 } ?? 1
        return folders.prefix(count).joined(separator: "/")
    }
}
