extension Project {
    /// The services that something else keeps from those who decide: whoever takes one hands on what it answers, and stands
    /// itself for a protocol that has a stand-in.
    struct Seams {
        private let project: Project
        private let holders: [String: Set<ServiceUses.Holder>]
        private let choices: Set<ServiceUses.Holder>

        init(_ project: Project) {
            self.project = project
            var holders: [String: Set<ServiceUses.Holder>] = [:]
            var choices: Set<ServiceUses.Holder> = []
            // By index, as going through the files would copy each of them.
            for index in project.files.indices {
                holders.formUnions(project.files[index].serviceUses.holders)
                for decision in project.files[index].serviceUses.decisions where decision.isChoice {
                    choices.insert(decision.asked)
                }
            }
            self.holders = holders
            self.choices = choices
        }

        /// Says whether everybody who takes a service is behind a protocol with a stand-in, and decides nothing by what it answers.
        func hide(_ service: String) -> Bool {
            guard let holders = holders[service] else { return false }
            return holders.allSatisfy { !choices.contains($0) && isReplaced($0.type) }
        }

        private func isReplaced(_ type: String) -> Bool {
            let parents = project.declarations(of: type).flatMap(\.inherited) + project.extensionParents(of: type)
            return parents.contains { parent in
                project.declarations(of: parent).contains { $0.kind == .protocol }
                    && project.conformers(of: TypeName.last(parent)).contains {
                        $0.name != type && ($0.isSetAside || Words.nameStandIn($0.qualifiedName))
                    }
            }
        }
    }
}
