extension EnvironmentStorage {
    /// What a service that is not registered may have been mistaken for: it with another name or other arguments, what
    /// conforms to it or what it conforms to, and what is named like it. One line for each.
    func hints(on service: ServiceIdentity) -> [String] {
        let registrations = registrations
        let name = { self.name(of: $0, beside: service) }
        let related = registrations.filter { $0.key.type != service.type }
        var lines = variants(of: service, in: registrations.filter { $0.key.type == service.type })
        let types = related.keys.filter { $0.variant == .plain }
        let subtypes = types.filter { TypeRelation.isSubtype($0.type, of: service.type) }.map(name).sorted()
        if !subtypes.isEmpty {
            let verb = TypeKind.isExistential(service.type) ? "conforms to it" : "inherits from it"
            lines.append(
                "\(Self.list(subtypes)) is registered and \(verb): register that as \(spelling(of: service)) as well.")
        }
        let supertypes = types.filter { TypeRelation.isSubtype(service.type, of: $0.type) }
        for supertype in supertypes.map(spelling).sorted() {
            lines.append("It is registered as \(supertype): ask for that.")
        }
        let explained = Set(
            subtypes + supertypes.map(name) + registrations.keys.filter { $0.type == service.type }.map(name))
        let similar = similarServices(to: service).filter { !explained.contains($0) }
        if !similar.isEmpty { lines.append("Similar services are registered: \(similar.joined(separator: ", ")).") }
        return lines
    }

    /// What a service of which only the name is known may have been mistaken for.
    func hints(onName name: String) -> [String] {
        let similar = SimilarNames.of(name, among: registrations.keys.map { self.name(of: $0) }.filter { $0 != name })
        return similar.isEmpty ? [] : ["Similar services are registered: \(similar.joined(separator: ", "))."]
    }

    /// What to do about a service that is not registered.
    func registerAdvice(_ service: ServiceIdentity, isMain: Bool, _ isInjected: Bool) -> String {
        let call = isMain ? "registerMain" : "register"
        return "Register it before it is first used, env.\(call)(\(spellingWithName(of: service))) { … }"
            + (isInjected ? ", or make the property optional." : ".")
    }

    /// Says what the default environment is, to those who meant another one.
    var emptyEnvironmentHint: [String] {
        guard self === ServiceEnv.online.storage, registrations.isEmpty else { return [] }
        return [
            """
            Nothing at all is registered in '\(name)', the environment that is current where no other is: in a detached \
            task, for example, and outside of ServiceEnv.$current.withValue.
            """
        ]
    }

    /// The same type, registered in another way.
    private func variants(
        of service: ServiceIdentity, in registrations: [ServiceIdentity: Registration]
    ) -> [String] {
        let type = spelling(of: service)
        var lines: [String] = []
        var names: [ServiceName] = []
        var contributions: [Registration] = []
        for (variant, registration) in registrations {
            switch variant.variant {
            case .plain: lines.append("It is registered without a name.")
            case .named(let name): names.append(name)
            case .arguments(let types, let name):
                let call = registration.isMain ? "resolveMain" : "resolve"
                let name = name.map { "name: \($0.literal), " } ?? ""
                lines.append("It is registered with arguments \(types): \(call)(\(type), \(name)arguments: …).")
            case .contribution: contributions.append(registration)
            }
        }
        if !names.isEmpty {
            names.sort { $0.rawValue < $1.rawValue }
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            lines.append("It is registered with the name \(list): pass name: \(names[0].literal).")
        }
        if let first = contributions.first {
            let count = contributions.count == 1 ? "A contribution was" : "\(contributions.count) contributions were"
            let call = first.isMain ? "resolveAllMain" : "resolveAll"
            lines.append("\(count) made to it: use \(call)(\(type)).")
        }
        return lines.sorted()
    }

    private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
