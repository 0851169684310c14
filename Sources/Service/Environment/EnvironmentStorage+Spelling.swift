extension EnvironmentStorage {
    /// How a service's type is written in a call: `Log.self`, `(any Database).self`.
    func spelling(of service: ServiceIdentity) -> String {
        let name = nameOfMissing(ServiceIdentity(service.type))
        return TypeKind.isExistential(service.type) ? "(any \(name)).self" : "\(name).self"
    }

    /// The same with its name, if it has one: `Log.self, name: "audit"`.
    func spellingWithName(of service: ServiceIdentity) -> String {
        service.name.map { "\(spelling(of: service)), name: \($0.literal)" } ?? spelling(of: service)
    }
}

extension ServiceName {
    /// How the name is written in a call: in quotation marks, and with what must be escaped in them.
    var literal: String { rawValue.debugDescription }
}
