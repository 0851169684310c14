/// The services of an environment that changed, of which environments below drop what they created.
enum ChangedServices {
    case one(ServiceIdentity)
    case some(Set<ServiceIdentity>)
    case all

    func contains(_ service: ServiceIdentity) -> Bool {
        switch self {
        case .one(let changed): service == changed
        case .some(let changed): changed.contains(service)
        case .all: true
        }
    }
}
