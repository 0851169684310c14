/// The registrations and requests of all files, with every key in one spelling.
struct InjectionGraph: Sendable {
    typealias Facts = InjectionFacts

    let registrations: [Facts.Registration]
    let requests: [Facts.Request]
    /// Everything that a factory makes or a key holds.
    let madeTypes: Set<String>
    let unresolved: [Facts.Unresolved]
    let assembledTogether: [[String]]
    private let byService: [String: [Facts.Registration]]
    private let injected: [String: [Facts.Need]]
    private let names: Names

    /// Merges what files register and ask for.
    /// - Parameters:
    ///   - facts: What each file says, and whether it is a test.
    ///   - aliases: The types that names stand for.
    init(_ facts: [(facts: Facts, isTest: Bool)], aliases: [String: String]) {
        let names = Names(facts.map(\.facts), aliases: aliases)
        let registering = facts.reduce(into: Set<String>()) { $0.formUnion($1.facts.registeringFunctions) }
            .subtracting(InjectionReader.registering)
        let resolving = facts.reduce(into: Set<String>()) { $0.formUnion($1.facts.resolvingFunctions) }
        let wrappers = facts.reduce(into: Set<String>()) { $0.formUnion($1.facts.resolvingWrappers) }
        let wrapperNeeds = facts.reduce(into: [String: [Facts.Need]]()) {
            $0.merge($1.facts.wrapperNeeds) { first, _ in first }
        }
        var registrations: [Facts.Registration] = []
        var requests: [Facts.Request] = []
        var injected: [String: [Facts.Need]] = [:]
        for (facts, _) in facts {
            registrations += facts.registrations
            registrations += facts.typedCalls.filter { registering.contains($0.function) }.map { call in
                var registration = call.registration
                registration.needs += (wrapperNeeds[call.function] ?? []).map { need in
                    var need = need
                    if need.key.service.isEmpty { need.key.service = registration.key.service }
                    return need
                }
                return registration
            }
            requests += facts.requests
            requests += facts.typedCalls.filter { resolving.contains($0.function) }.map {
                Facts.Request(
                    framework: nil, key: $0.registration.key, isOptional: true, isSetAside: $0.isSetAside,
                    place: $0.registration.place)
            }
            for property in facts.wrappedProperties where wrappers.contains(property.wrapper) {
                requests.append(
                    Facts.Request(
                        framework: nil, key: property.key, isOptional: true, isSetAside: false, place: property.place))
            }
            for (owner, needs) in facts.injected {
                injected[owner, default: []] += needs.map(names.normal)
            }
        }
        self.names = names
        self.injected = injected
        self.registrations = registrations.map(names.normal)
        self.requests = requests.map(names.normal)
        madeTypes = Set(self.registrations.filter { !$0.isSetAside }.flatMap { $0.makes })
        unresolved = facts.flatMap(\.facts.unresolved)
        assembledTogether = facts.filter { !$0.isTest }.flatMap(\.facts.assembledTogether)
        byService = Dictionary(grouping: self.registrations) { TypeName.last($0.key.service) }
    }

    /// Returns the registrations that may answer for a key: of the same type, however far its name is spelt out.
    func registrations(for key: Facts.Key, anyName: Bool = false) -> [Facts.Registration] {
        (byService[TypeName.last(key.service)] ?? []).filter { registration in
            (anyName || registration.framework == .factory || registration.key.name == key.name)
                && Self.mayBeSame(registration.key.service, key.service)
        }
    }

    /// Returns what a registration needs: by its factory, and by what its types have injected.
    func needs(of registration: Facts.Registration) -> [Facts.Need] {
        registration.needs + registration.makes.flatMap { injected[$0] ?? [] }
    }

    /// Says whether every registration with a container can be read.
    func knowsRegistrations(of framework: Framework) -> Bool {
        !unresolved.contains { $0.framework == framework && $0.isRegistration && !$0.isWrapper }
    }

    /// Says whether every request to a container can be read; a generic wrapper hides who asks for what.
    func knowsRequests(of framework: Framework) -> Bool {
        !unresolved.contains { $0.framework == framework && !$0.isRegistration }
    }

    static func mayBeSame(_ left: String, _ right: String) -> Bool {
        left == right || left.hasSuffix("." + right) || right.hasSuffix("." + left)
            || TypeName.withoutArguments(left) == TypeName.withoutArguments(right)
                && left.contains("<") != right.contains("<")
    }

    /// Spells keys in one way: aliases followed, key paths replaced by what they lead to.
    private struct Names: Sendable {
        private let aliases: [String: String]
        private var factories: [String: String] = [:]
        private var values: [String: String] = [:]
        private let serviceNames: [String: String]

        init(_ facts: [Facts], aliases: [String: String]) {
            self.aliases = aliases
            serviceNames = facts.reduce(into: [:]) { $0.merge($1.serviceNames) { first, _ in first } }
            for registration in facts.flatMap(\.registrations) where registration.framework == .factory {
                if let name = registration.key.name { factories[name] = registration.key.service }
            }
            let keys = facts.reduce(into: [String: Facts.Key]()) { $0.merge($1.valueKeys) { first, _ in first } }
            for (property, key) in keys where !property.hasSuffix(".key") {
                values[property] = keys["\(key.service).key"]?.service ?? key.service
            }
        }

        func normal(_ need: Facts.Need) -> Facts.Need {
            var need = need
            need.key = normal(need.key, need.framework)
            return need
        }

        func normal(_ request: Facts.Request) -> Facts.Request {
            var request = request
            request.key = normal(request.key, request.framework)
            return request
        }

        func normal(_ registration: Facts.Registration) -> Facts.Registration {
            var registration = registration
            registration.key = normal(registration.key, registration.framework)
            registration.needs = registration.needs.map(normal)
            return registration
        }

        private func normal(_ key: Facts.Key, _ framework: Framework?) -> Facts.Key {
            var key = key
            if key.service.isEmpty, let property = key.name {
                switch framework {
                case .factory: key.service = factories[property] ?? ""
                case .dependencies: key = Facts.Key(service: values[property] ?? "")
                default: break
                }
            }
            if let name = key.name, framework != .factory { key.name = serviceNames[name] ?? name }
            var seen: Set<String> = []
            while let target = aliases[key.service], seen.insert(key.service).inserted { key.service = target }
            return key
        }
    }
}
