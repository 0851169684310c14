import Synchronization

/// Follows errors through the functions of a project, call by call, to where they are made.
final class ErrorPaths: Sendable {
    /// The end of a path.
    fileprivate struct End: Hashable {
        enum Kind: Hashable {
            case type(String)
            case system
            /// Of the project, with a text of its own.
            case worded
            /// A call whose errors have no sentence.
            case coded
            case other
        }

        let kind: Kind
        let isTold: Bool
        let isRare: Bool
    }

    /// What can leave a piece of code.
    struct Ends {
        fileprivate var all: Set<End> = []
        /// What may come besides.
        fileprivate var possible: Set<End> = []
        /// Some function on the way has a catch of its own.
        fileprivate(set) var areHandled = false

        /// Nothing can be thrown.
        var isEmpty: Bool { all.isEmpty }
        /// No error is left, as functions on the way handle all of them.
        var areHandledWithin: Bool { all.isEmpty && areHandled }
        /// Every error is handled, logged or shown on its way.
        var areKnown: Bool { all.isEmpty ? areHandled : all.allSatisfy(\.isTold) }
        /// Every error is one of the system with a sentence.
        var areOfSystem: Bool { !all.isEmpty && all.allSatisfy { $0.kind == .system || $0.kind == .worded } }

        /// Some error comes from where nothing is known.
        var areUnknown: Bool { all.contains { $0.kind == .other } }

        /// Says whether some error has no sentence: of a call that gives codes, or of a type that has none and is not taken before.
        func haveCodes(areSilent: (String) -> Bool) -> Bool {
            all.union(possible).contains { end in
                switch end.kind {
                case .coded: true
                case .type(let type): !end.isRare && areSilent(type)
                case .system, .worded, .other: false
                }
            }
        }

        /// Says whether some error has a text that the project has given it, itself or by its type.
        func areWorded(where isWorded: (String) -> Bool) -> Bool {
            all.union(possible).contains { end in
                switch end.kind {
                case .type(let type): isWorded(type)
                case .worded: true
                case .system, .coded, .other: false
                }
            }
        }

        /// Says whether every error is of one of these types.
        func areOf(_ types: Set<String>) -> Bool {
            !all.isEmpty
                && all.allSatisfy { end in
                    if case .type(let type) = end.kind { types.contains(type) } else { false }
                }
        }
    }

    private struct Visit: Hashable {
        let function: Int
        let isTold: Bool
        let only: String?
        let isPossible: Bool
        let isHanded: Bool
        var given: String?
    }

    private let functions: NamedFunctions
    /// Those that hand on what a closure of theirs gets.
    private let handing: NamedFunctions
    private let given: [String: [ErrorExits.Exit]]
    private let properties: [String: Set<String>]
    private let members: [String: [String: Set<String>]]
    /// The types that stand for each type or protocol, directly.
    private let children: [String: Set<String>]
    private let parents: [String: Set<String>]
    private let protocols: Set<String>
    /// What has been worked out already: many candidates ask the same.
    private let memory = Mutex(Memory())
    private static let farthest = 200

    init(_ files: [ErrorExits], types: [TypeFact]) {
        functions = NamedFunctions(files.flatMap(\.functions))
        handing = NamedFunctions(files.flatMap(\.handing))
        given = files.reduce(into: [:]) { all, file in
            for (name, exits) in file.given { all[name, default: []] += exits }
        }
        properties = files.reduce(into: [:]) { $0.formUnions($1.properties) }
        members = files.reduce(into: [:]) { all, file in
            for (type, members) in file.members { all[type, default: [:]].formUnions(members) }
        }
        var children: [String: Set<String>] = [:]
        var parents: [String: Set<String>] = [:]
        for type in types where !type.isSetAside {
            for parent in type.inherited {
                children[TypeName.last(parent), default: []].insert(type.name)
                parents[type.name, default: []].insert(TypeName.last(parent))
            }
        }
        self.children = children
        self.parents = parents
        protocols = Set(types.filter { $0.kind == .protocol }.map(\.name))
    }

    /// The types of the properties of this name, whichever type has them; empty where none tells.
    func types(ofProperty name: String) -> Set<String> { properties[name] ?? [] }

    /// The types of a property of the types of one name.
    func types(ofProperty name: String, of owner: String) -> Set<String> { members[owner]?[name] ?? [] }

    /// Returns what can leave some code in the end.
    func ends(of exits: [ErrorExits.Exit]) -> Ends {
        var ends = Ends()
        var seen: Set<Visit> = []
        for exit in exits { follow(exit, from: nil, Way(), &ends, &seen) }
        return ends
    }

    /// What is known of an error on its way.
    private struct Way {
        var isTold = false
        var only: String?
        var isPossible = false
    }

    private func follow(
        _ exit: ErrorExits.Exit, from caller: String?, _ before: Way, _ ends: inout Ends, _ seen: inout Set<Visit>
    ) {
        let way = Way(
            isTold: before.isTold || exit.isTold, only: before.only ?? exit.only,
            isPossible: before.isPossible || exit.isPossible)
        func end(_ kind: End.Kind) {
            let end = End(kind: kind, isTold: way.isTold, isRare: exit.isRare)
            if way.isPossible { ends.possible.insert(end) } else { ends.all.insert(end) }
        }
        let callees: [Int]?
        var isHanded = false
        var isCoded = false
        switch exit.source {
        case .type(let type):
            let name = TypeName.last(type)
            if way.only == nil || way.only == name { end(.type(name)) }
            return
        case .system:
            if way.only == nil || way.only == "NSError" { end(.system) }
            return
        case .worded:
            if way.only == nil || way.only == "NSError" { end(.worded) }
            return
        case .coded:
            end(.coded)
            return
        case .given(let name):
            guard seen.count < Self.farthest,
                seen.insert(Visit(function: 0, isTold: false, only: nil, isPossible: true, isHanded: true, given: name))
                    .inserted
            else { return }
            for exit in given[name] ?? [] { follow(exit, from: nil, way, &ends, &seen) }
            return
        case .other:
            end(way.only.map { .type($0) } ?? .other)
            return
        case .call(let call):
            callees = meant(by: call, from: caller)
            isCoded = call.isCoded
        case .argument(let call):
            // Most arguments throw nothing; one that does may come from a function of that name.
            callees =
                meant(by: call, from: caller) ?? (call.name == "init" || !functions.contain(call.name) ? [] : nil)
            if call.isCoded, callees?.isEmpty ?? true {
                ends.possible.insert(End(kind: .coded, isTold: way.isTold, isRare: false))
            }
        case .handed(let call):
            callees = meant(by: call, from: caller, areHanding: true)
            isCoded = call.isCoded
            isHanded = true
        }
        guard let callees, seen.count < Self.farthest else {
            end(way.only.map { .type($0) } ?? (isCoded ? .coded : .other))
            return
        }
        for index in callees {
            let visit = Visit(
                function: index, isTold: way.isTold, only: way.only, isPossible: way.isPossible, isHanded: isHanded)
            guard seen.insert(visit).inserted else { continue }
            let function = (isHanded ? handing : functions).all[index]
            if function.handles, !way.isPossible { ends.areHandled = true }
            for exit in function.exits { follow(exit, from: function.name, way, &ends, &seen) }
        }
    }

    /// The functions that a call may mean; nil where the project does not tell.
    private func meant(by call: ErrorExits.Call, from caller: String?, areHanding: Bool = false) -> [Int]? {
        let question = Question(call: call, isWithinNamesake: call.name == caller, areHanding: areHanding)
        if let known = memory.withLock({ $0.meanings[question] }) { return known }
        let meant = find(question)
        memory.withLock { $0.meanings[question] = .some(meant) }
        return meant
    }

    private func find(_ question: Question) -> [Int]? {
        let call = question.call
        let functions = question.areHanding ? handing : functions
        func fitting(_ types: some Sequence<String>) -> [Int] {
            types.flatMap { functions.named(call.name, of: $0) }.filter { fits(call, functions.all[$0]) }.sorted()
        }
        let owners = functions.types(with: call.name)
        guard !owners.isEmpty else { return nil }
        var found: [Int] = []
        switch call.receiver {
        case .own(let type):
            found = fitting(family(of: type))
            if found.isEmpty { found = fitting([""]) }
            return found.isEmpty ? nil : found
        case .type(let type):
            found = fitting(family(of: type))
            if found.isEmpty { return nil }
        case .property(let name, let owner):
            let own = owner.map { types(ofProperty: name, of: $0) } ?? []
            let possible = own.isEmpty ? types(ofProperty: name) : own
            found = fitting(possible.reduce(into: Set()) { $0.formUnion(family(of: $1)) })
            if found.isEmpty, !possible.isEmpty { return nil }
        case .unknown: break
        }
        if found.isEmpty {
            // A name of two words that one type has is hardly anybody else's, but for what a function of that name wraps.
            guard call.name != "init", !question.isWithinNamesake, Words.of(call.name).count > 1 else { return nil }
            let fittingOwners = owners.filter { !fitting([$0]).isEmpty }
            guard fittingOwners.count == 1 else { return nil }
            found = fitting(fittingOwners)
        }
        let real = found.filter { !Self.isStandIn(functions.all[$0].type) }
        return real.isEmpty ? found : real
    }

    private static func isStandIn(_ type: String) -> Bool {
        Words.nameMock(type) || Words.of(type).contains("preview")
    }

    /// The arguments of a call may leave out those with a default, and closures that stand behind it.
    private func fits(_ call: ErrorExits.Call, _ function: ErrorExits.Function) -> Bool {
        var rest = function.labels[...]
        for label in call.labels {
            guard let index = rest.firstIndex(of: label) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }

    /// The family of a type, and what those that inherit from it stand for besides.
    func relatives(of type: String) -> Set<String> {
        if let known = memory.withLock({ $0.relatives[type] }) { return known }
        var relatives = family(of: type)
        var pending = Array(relatives)
        while let next = pending.popLast() {
            for name in parents[next] ?? [] where relatives.insert(name).inserted { pending.append(name) }
        }
        memory.withLock { $0.relatives[type] = relatives }
        return relatives
    }

    /// Those that inherit from a type or conform to it.
    func descendants(of type: String) -> Set<String> {
        var found: Set<String> = []
        var pending = [type]
        while let next = pending.popLast() {
            for name in children[next] ?? [] where found.insert(name).inserted { pending.append(name) }
        }
        return found
    }

    /// A type with those that inherit from it or conform to it, and with those that it inherits from.
    func family(of type: String) -> Set<String> {
        if let known = memory.withLock({ $0.families[type] }) { return known }
        var family: Set<String> = [type]
        for relatives in [children, parents] {
            var pending = [type]
            while let next = pending.popLast() {
                for name in relatives[next] ?? [] where family.insert(name).inserted { pending.append(name) }
            }
        }
        memory.withLock { $0.families[type] = family }
        return family
    }
}

extension ErrorPaths {
    /// What ``meant(by:from:areHanding:)`` is asked.
    private struct Question: Hashable {
        let call: ErrorExits.Call
        /// The call stands in a function of the same name.
        let isWithinNamesake: Bool
        let areHanding: Bool
    }

    private struct Memory {
        var meanings: [Question: [Int]?] = [:]
        var families: [String: Set<String>] = [:]
        var relatives: [String: Set<String>] = [:]
    }
}
