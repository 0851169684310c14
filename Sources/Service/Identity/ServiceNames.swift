/// Types by the short names that messages prefer: those that an environment has registered, or those and what they need.
struct ServiceNames {
    private var version = -1
    private var typesByShortName: [String: [any Any.Type]] = [:]

    init() {}

    /// The types of services that stay the same.
    init(of services: some Collection<ServiceIdentity>) {
        update(version: 0) { services }
    }

    /// Reads the types again if the registrations changed since the last time.
    mutating func update(version: Int, _ services: () -> some Collection<ServiceIdentity>) {
        guard version != self.version else { return }
        self.version = version
        typesByShortName = [:]
        var seen: Set<ObjectIdentifier> = []
        for service in services() where seen.insert(ObjectIdentifier(service.type)).inserted {
            typesByShortName[String(describing: service.type), default: []].append(service.type)
        }
    }

    /// The other types that have the same short name as `type`.
    func namesakes(of type: any Any.Type) -> [any Any.Type] {
        (typesByShortName[String(describing: type)] ?? []).filter { $0 != type }
    }

    /// The shortest name of a service that tells it from those of the other types.
    func name(of service: ServiceIdentity) -> String {
        Self.shortest(service.type, among: namesakes(of: service.type)) + service.suffix
    }

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
