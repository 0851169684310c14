/// The types of a project that the container creates with their initialiser, and those that guard a service.
struct CreatedTypes {
    typealias Facts = InjectionFacts

    private let injectables: [String: [Facts.Injectable]]
    private let guards: [String: [Facts.Guard]]
    /// What the types of the project inherit from.
    private let parents: [String: [String]]
    /// What the initialisers of registered types ask for, once for each place.
    private(set) var requests: [Place: Facts.Request] = [:]
    /// The registrations that leave their service to a type that cannot be read.
    private(set) var unresolved: [Facts.Unresolved] = []

    init(_ files: [Facts], parents: [String: [String]]) {
        injectables = Dictionary(grouping: files.flatMap(\.injectables)) { TypeName.last($0.name) }
        guards = Dictionary(grouping: files.flatMap(\.guards)) { TypeName.last($0.name) }
        self.parents = parents
    }

    /// Returns a registration with what the type that creates its service knows; nil where that type is not to be found and the
    /// service is unknown without it.
    mutating func complete(_ registration: Facts.Registration) -> Facts.Registration? {
        switch registration.creation {
        case nil: return registration
        case .ownInitializer:
            // The default of a ServiceKey is registered, and needs nothing.
            let isKey = parents[TypeName.last(registration.key.service)]?.contains("ServiceKey") ?? false
            return isKey ? registration : withNeeds(registration, of: registration.key.service) ?? registration
        case .initializer(let type):
            if let known = withNeeds(registration, of: type) { return known }
            note(
                registration, isRegistration: false,
                "'\(type)' is declared in another module, so what its initialiser needs is unknown."
            )
            return registration
        case .guardType(let type):
            guard let known = Self.best(guards, type) else {
                note(
                    registration, isRegistration: true,
                    "'\(type)' is declared in another module, so which service it guards is unknown.")
                return nil
            }
            var registration = registration
            registration.key.service = known.service
            registration.makes.append(TypeName.last(type))
            registration.needs += registration.standInNeeds.map { need in
                var need = need
                need.isEager = need.isEager && known.hasStandIn
                need.isKept = need.isKept && known.hasStandIn
                return need
            }
            return registration
        }
    }

    private mutating func note(_ registration: Facts.Registration, isRegistration: Bool, _ reason: String) {
        guard !registration.isSetAside else { return }
        unresolved.append(
            Facts.Unresolved(
                framework: .service, isRegistration: isRegistration, isWrapper: false, reason: reason,
                place: registration.place))
    }

    /// A registration with the needs of a type's initialiser; nil where none is known.
    private mutating func withNeeds(_ registration: Facts.Registration, of type: String) -> Facts.Registration? {
        guard let known = Self.best(injectables, type) else { return nil }
        let arguments = Self.genericArguments(of: type)
        let replaced = Dictionary(zip(known.genericParameters, arguments)) { first, _ in first }
        var registration = registration
        registration.makes.append(TypeName.last(type))
        registration.arity = known.arity
        registration.needs += known.needs.map { need in
            var need = need
            need.key.service = Self.replacing(replaced, in: need.key.service)
            return need
        }
        for request in known.requests {
            var request = request
            request.key.service = Self.replacing(replaced, in: request.key.service)
            request.isSetAside = registration.isSetAside && requests[request.place]?.isSetAside ?? true
            requests[request.place] = request
        }
        return registration
    }

    /// The one type of a name, however far it is spelt out; of several, the one that is neither a test's nor a preview's.
    private static func best<Known: CreatedType>(_ known: [String: [Known]], _ type: String) -> Known? {
        let plain = TypeName.withoutArguments(type)
        let found = (known[TypeName.last(type)] ?? []).filter { InjectionGraph.mayBeSame($0.name, plain) }
        let checked = found.filter { !$0.isSetAside }
        let best = checked.isEmpty ? found : checked
        return best.count == 1 ? best.first : nil
    }

    /// `User` and `[Key:Value]` of `Store<User,[Key:Value]>`.
    private static func genericArguments(of type: String) -> [String] {
        guard let open = type.firstIndex(of: "<"), type.hasSuffix(">") else { return [] }
        var arguments = [""]
        var depth = 0
        for character in type[type.index(after: open)...].dropLast() {
            if "<[(".contains(character) { depth += 1 }
            if ">])".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                arguments.append("")
            } else {
                arguments[arguments.count - 1].append(character)
            }
        }
        return arguments
    }

    /// Puts what generic parameters stand for in their place: `Store<User>` for `Store<Item>`.
    private static func replacing(_ arguments: [String: String], in type: String) -> String {
        guard !arguments.isEmpty else { return type }
        var result = ""
        var word = ""
        for character in type + "\n" {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            result += arguments[word] ?? word
            word = ""
            if character != "\n" { result.append(character) }
        }
        return result
    }
}

private protocol CreatedType {
    var name: String { get }
    var isSetAside: Bool { get }
}

extension InjectionFacts.Injectable: CreatedType {}
extension InjectionFacts.Guard: CreatedType {}
