/// The needs that a registration declares.
@usableFromInline
package struct DeclaredNeeds: Sendable {
    /// In the order of the factory's parameters.
    var services: [ServiceIdentity]
    /// Those of them that the service can do without.
    var optional: Set<ServiceIdentity> = []

    /// Services that are all required.
    init(services: [ServiceIdentity]) {
        self.services = services
    }

    /// The unnamed services of several types.
    @usableFromInline
    package init<each S>(_ types: repeat (each S).Type) {
        self.init(services: [])
        for type in repeat each types { services.append(ServiceIdentity(type)) }
    }

    /// Adds a need. A service that is needed twice is optional only if both needs are.
    mutating func add(_ service: ServiceIdentity, isOptional: Bool) {
        if !isOptional {
            optional.remove(service)
        } else if !services.contains(service) {
            optional.insert(service)
        }
        services.append(service)
    }
}
