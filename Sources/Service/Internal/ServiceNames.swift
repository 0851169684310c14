/// The types that an environment knows, by the short names that texts would like to use.
struct ServiceNames {
    private var version = -1
    private var typesByShortName: [String: [any Any.Type]] = [:]

    /// Reads the types anew if the registrations changed since the last time.
    mutating func update(_ registry: borrowing EnvironmentStorage.Registry) {
        guard version != registry.version else { return }
        version = registry.version
        typesByShortName = [:]
        var seen: Set<ObjectIdentifier> = []
        for identity in registry.layers.registrations.keys where seen.insert(ObjectIdentifier(identity.type)).inserted {
            typesByShortName[String(describing: identity.type), default: []].append(identity.type)
        }
    }

    /// The other types that have the same short name as `type`.
    func namesakes(of type: any Any.Type) -> [any Any.Type] {
        (typesByShortName[String(describing: type)] ?? []).filter { $0 != type }
    }

    /// Every short name.
    var shortNames: some Collection<String> { typesByShortName.keys }

    /// Returns the shortest name of `type` that none of its namesakes has.
    static func shortest(_ type: any Any.Type, among namesakes: [any Any.Type]) -> String {
        guard !namesakes.isEmpty else { return String(describing: type) }
        let components = components(of: type)
        let others = namesakes.map(Self.components)
        for count in 1...max(1, components.count) {
            let suffix = components.suffix(count)
            if !others.contains(where: { $0.suffix(count) == suffix }) { return suffix.joined(separator: ".") }
        }
        return String(reflecting: type)
    }

    /// The qualified name in its parts: `Module`, `Outer`, `Inner<Module.Argument>`. Local and private types have parts
    /// that only the compiler understands, which are left out.
    private static func components(of type: any Any.Type) -> [String] {
        var components: [String] = []
        var current = ""
        var depth = 0
        for character in String(reflecting: type) {
            if character == ".", depth == 0 {
                components.append(current)
                current = ""
                continue
            }
            if "<([".contains(character) { depth += 1 }
            if ">)]".contains(character) { depth -= 1 }
            current.append(character)
        }
        components.append(current)
        return components.filter { !$0.hasPrefix("(unknown context") }
    }
}

extension EnvironmentStorage {
    /// Returns the shortest name of a service that tells it from the others of this environment and its parents.
    func name(of service: ServiceIdentity) -> String {
        var namesakes: [any Any.Type] = []
        var environment: EnvironmentStorage? = self
        while let current = environment {
            namesakes += current.currentNames.namesakes(of: service.type)
            environment = current.parent
        }
        return ServiceNames.shortest(service.type, among: namesakes) + service.suffix
    }

    /// The names of what this environment itself has registered.
    var currentNames: ServiceNames {
        registry.withLock { registry in
            names.withLock { names in
                names.update(registry)
                return names
            }
        }
    }
}
