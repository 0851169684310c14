/// The registrations and requests of all files, with every key in one spelling.
struct InjectionGraph: Sendable {
    typealias Facts = InjectionFacts

    let registrations: [Facts.Registration]
    let requests: [Facts.Request]
    /// Everything that a factory makes or a key holds.
    let madeTypes: Set<String>
    let unresolved: [Facts.Unresolved]
    let assembledTogether: [[String]]
    /// Keys without a live value that neither another file nor the app itself gives them, with where they are declared.
    let keysWithoutValue: [(key: String, place: Place)]
    /// Containers that are imported and cannot be read, with the number of files and the first of them.
    let unreadContainers: [(name: String, files: Int, place: Place)]
    private let byService: [String: [Facts.Registration]]
    private let injected: [String: [Facts.Need]]
    private let parents: [String: [String]]
    private let names: Names

    /// Merges what files register and ask for.
    /// - Parameters:
    ///   - facts: What each file says, and whether it is a test.
    ///   - aliases: The types that names stand for.
    ///   - parents: What the types of the project inherit from.
    init(
        _ facts: [(facts: Facts, isTest: Bool)], aliases: [String: String], parents: [String: [String]] = [:]
    ) {
        let names = Names(facts.map(\.facts), aliases: aliases)
        let merged = Merged(facts.map(\.facts), parents)
        let scopes = facts.reduce(into: [String: ServiceScope]()) {
            $0.merge($1.facts.defaultScopes) { first, _ in first }
        }
        registrations = merged.registrations.map { registration in
            var registration = names.normal(registration)
            if registration.framework == .factory, !registration.isScopeWritten,
                let scope = scopes[registration.environment]
            {
                registration.scope = scope
                registration.isScopeWritten = true
            }
            return registration
        }
        requests = merged.requests.map(names.normal)
        injected = merged.injected.mapValues { $0.flatMap(names.expanded) }
        self.names = names
        self.parents = parents
        madeTypes = Set(registrations.filter { !$0.isSetAside }.flatMap { $0.makes })
        unresolved =
            facts.flatMap(\.facts.unresolved) + Self.unknownHandovers(facts.map(\.facts), parents)
            + merged.unresolved
        assembledTogether = facts.filter { !$0.isTest }.flatMap(\.facts.assembledTogether)
        byService = Dictionary(grouping: registrations) { TypeName.last($0.key.service) }
        keysWithoutValue = Self.keysWithoutValue(facts.map(\.facts), names)
        let unread = Dictionary(grouping: facts.flatMap(\.facts.unreadContainers), by: \.name)
        unreadContainers = unread.compactMap { name, places in
            places.map(\.place).min().map { (name: name, files: places.count, place: $0) }
        }.sorted { $0.name < $1.name }
    }

    /// What files say together, wrappers of the project's own included.
    private struct Merged {
        var registrations: [Facts.Registration] = []
        var requests: [Facts.Request] = []
        var injected: [String: [Facts.Need]] = [:]
        var unresolved: [Facts.Unresolved] = []

        init(_ files: [Facts], _ parents: [String: [String]]) {
            var created = CreatedTypes(files, parents: parents)
            let registering = files.reduce(into: Set<String>()) { $0.formUnion($1.registeringFunctions) }
                .subtracting(InjectionReader.registering)
            let resolving = files.reduce(into: Set<String>()) { $0.formUnion($1.resolvingFunctions) }
            let wrappers = files.reduce(into: [String: Facts.Wrapper]()) {
                $0.merge($1.resolvingWrappers) { first, _ in first }
            }
            let wrapperNeeds = files.reduce(into: [String: [Facts.Need]]()) {
                $0.merge($1.wrapperNeeds) { first, _ in first }
            }
            let guarding = files.reduce(into: Set<String>()) { $0.formUnion($1.guardingFunctions) }
            let replacements = Dictionary(grouping: files.flatMap(\.replacements).filter { !$0.isSetAside }, by: \.name)
            for file in files {
                registrations += file.registrations.compactMap {
                    created.complete(Self.replaced($0, by: replacements))
                }
                registrations += file.typedCalls.filter { registering.contains($0.function) }.compactMap { call in
                    var registration = call.registration
                    if guarding.contains(call.function) {
                        registration.creation = .guardType(registration.key.service)
                    }
                    guard var registration = created.complete(registration) else { return nil }
                    registration.needs += (wrapperNeeds[call.function] ?? []).map { need in
                        var need = need
                        if need.key.service.isEmpty { need.key.service = registration.key.service }
                        return need
                    }
                    return registration
                }
                requests += file.requests
                requests += file.typedCalls.filter { resolving.contains($0.function) }.map {
                    Facts.Request(
                        framework: nil, key: $0.registration.key, isOptional: true, isSetAside: $0.isSetAside,
                        place: $0.registration.place)
                }
                for property in file.wrappedProperties {
                    guard let wrapper = wrappers[property.wrapper] else { continue }
                    requests.append(
                        Facts.Request(
                            framework: wrapper.framework, key: property.key, isOptional: property.isOptional,
                            isSetAside: property.isSetAside, place: property.place))
                    injected[property.owner, default: []].append(
                        Facts.Need(
                            key: property.key, framework: wrapper.framework, isEager: !wrapper.isLazy,
                            isKept: !wrapper.isLazy))
                }
                for (owner, needs) in file.injected { injected[owner, default: []] += needs }
            }
            requests += created.requests.values
            unresolved = created.unresolved
        }

        /// A factory that another place gives something to make keeps its promise there.
        private static func replaced(
            _ registration: Facts.Registration, by replacements: [String: [Facts.Replacement]]
        ) -> Facts.Registration {
            guard registration.framework == .factory,
                let name = registration.key.name?.split(separator: ".").last.map(String.init),
                let found = replacements[name]
            else { return registration }
            var registration = registration
            registration.isPromise = false
            registration.isConditional = true
            registration.needs += found.flatMap(\.needs)
            return registration
        }
    }

    /// Types of other modules that get the container: what they ask for cannot be read.
    private static func unknownHandovers(_ files: [Facts], _ parents: [String: [String]]) -> [Facts.Unresolved] {
        files.flatMap(\.handovers).filter { parents[$0.type] == nil }.map { handover in
            Facts.Unresolved(
                framework: handover.framework, isRegistration: false, isWrapper: false,
                reason: "'\(handover.type)' gets the container, and is declared in another module.",
                place: handover.place)
        }
    }

    private static func keysWithoutValue(_ files: [Facts], _ names: Names) -> [(key: String, place: Place)] {
        let live = Set(
            files.flatMap(\.registrations).filter { $0.framework == .dependencies }.map {
                TypeName.last($0.key.service)
            })
        let alive = live.union(
            files.flatMap { $0.valueKeys.keys.filter { $0.hasSuffix(".key") }.map { String($0.dropLast(4)) } })
        let set = files.reduce(into: Set<String>()) { $0.formUnion($1.setValues) }
        return files.flatMap(\.testKeys).filter { test in
            !alive.contains(test.key) && names.properties(of: test.key).isDisjoint(with: set)
        }
    }

    /// Returns the registrations that may answer for a key: of the same type, however far its name is spelt out.
    func registrations(for key: Facts.Key, anyName: Bool = false) -> [Facts.Registration] {
        (byService[TypeName.last(key.service)] ?? []).filter { registration in
            (anyName || registration.key.name == key.name) && Self.mayBeSame(registration.key.service, key.service)
        }
    }

    /// Returns what a registration needs: by its factory, and by what its types and their superclasses have injected.
    func needs(of registration: Facts.Registration) -> [Facts.Need] {
        var needs = registration.needs
        var pending = registration.makes
        var seen: Set<String> = []
        while let type = pending.popLast() {
            guard seen.insert(type).inserted else { continue }
            needs += injected[type] ?? []
            pending += (parents[type] ?? []).map(TypeName.last)
        }
        return needs
    }

    /// Returns where a property of `DependencyValues` or a key is asked for, apart from tests.
    func isAsked(forKey key: String) -> Bool {
        let service = names.service(ofKey: key)
        return requests.contains {
            $0.framework == .dependencies && !$0.isSetAside && ($0.key.service == key || $0.key.service == service)
        }
    }

    /// Says whether every registration with a container can be read.
    func knowsRegistrations(of framework: Framework) -> Bool {
        !unresolved.contains { $0.framework == framework && $0.isRegistration && !$0.isWrapper }
    }

    /// Says whether every request to a container can be read; a generic wrapper hides who asks for what.
    func knowsRequests(of framework: Framework) -> Bool {
        !unresolved.contains { $0.framework == framework && !$0.isRegistration && $0.hidesRequests }
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
        private var helpers: [String: [Facts.Need]] = [:]
        private var values: [String: Facts.Key] = [:]
        private var keys: [String: Facts.Key] = [:]
        private let serviceNames: [String: String]

        init(_ facts: [Facts], aliases: [String: String]) {
            self.aliases = aliases
            serviceNames = facts.reduce(into: [:]) { $0.merge($1.serviceNames) { first, _ in first } }
            for registration in facts.flatMap(\.registrations) where registration.framework == .factory {
                if let name = registration.key.name { factories[name] = registration.key.service }
            }
            helpers = facts.reduce(into: [:]) { $0.merge($1.factoryHelpers) { first, _ in first } }
            keys = facts.reduce(into: [String: Facts.Key]()) { $0.merge($1.valueKeys) { first, _ in first } }
            // Only keys whose values have one type need their names.
            let named = Dictionary(grouping: keys.filter { $0.key.hasSuffix(".key") }.values, by: \.service)
            for (property, key) in keys where property.hasSuffix(".key") && named[key.service]?.count == 1 {
                keys[property] = Facts.Key(service: key.service)
            }
            for (property, key) in keys where !property.hasSuffix(".key") {
                values[property] = keys["\(key.service).key"] ?? Facts.Key(service: key.service)
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
            if registration.framework == .dependencies, let own = registration.key.name {
                registration.key = keys["\(own).key"] ?? Facts.Key(service: registration.key.service)
            }
            registration.key = normal(registration.key, registration.framework)
            registration.needs = registration.needs.flatMap(expanded)
            return registration
        }

        /// A need in its one spelling; of Factory, what a property between factories leads to, and nothing for one that
        /// leads nowhere.
        func expanded(_ need: Facts.Need) -> [Facts.Need] {
            var seen: Set<String> = []
            return expanded(need, &seen)
        }

        private func expanded(_ need: Facts.Need, _ seen: inout Set<String>) -> [Facts.Need] {
            guard need.framework == .factory, need.key.service.isEmpty, let name = need.key.name,
                factories[name] == nil
            else { return [normal(need)] }
            guard let helper = helpers[name], seen.insert(name).inserted else { return [] }
            return helper.flatMap { inner -> [Facts.Need] in
                var inner = inner
                inner.isEager = inner.isEager && need.isEager
                inner.isKept = inner.isKept && need.isKept
                return expanded(inner, &seen)
            }
        }

        /// The properties of `DependencyValues` that lead to a key.
        func properties(of key: String) -> Set<String> {
            Set(keys.filter { !$0.key.hasSuffix(".key") && $0.value.service == key }.map(\.key))
        }

        /// What a key stands for: itself, or the type of its value.
        func service(ofKey key: String) -> String { keys["\(key).key"]?.service ?? key }

        private func normal(_ key: Facts.Key, _ framework: Framework?) -> Facts.Key {
            var key = key
            if key.service.isEmpty, let property = key.name {
                switch framework {
                case .factory: key.service = factories[property] ?? ""
                case .dependencies:
                    if let value = values[property] { key = value }
                default: break
                }
            } else if framework == .dependencies, key.service.hasSuffix(".key") {
                let own = String(key.service.dropLast(4))
                key = keys[key.service] ?? Facts.Key(service: own)
            }
            if let name = key.name, framework != .factory { key.name = serviceNames[name] ?? name }
            var seen: Set<String> = []
            while let target = aliases[key.service], seen.insert(key.service).inserted { key.service = target }
            return key
        }
    }
}
