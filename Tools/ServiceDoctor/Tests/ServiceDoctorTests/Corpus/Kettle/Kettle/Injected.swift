import Swinject

protocol Injectable {
    func injectServices(_ resolver: Resolver)
}

/// A wrapper of the app's own: filled while its owner is made.
@propertyWrapper final class Injected<Needed, Service>: Fillable {
    var wrappedValue: Service!

    init(as _: Needed.Type) {}

    func fill(_ resolver: Resolver) {
        wrappedValue = resolver.resolve(Needed.self) as? Service
    }
}

private protocol Fillable {
    func fill(_ resolver: Resolver)
}

extension Injected where Needed == Service {
    convenience init() { self.init(as: Service.self) }
}

extension Injectable {
    func injectServices(_ resolver: Resolver) {
        Mirror(reflecting: self).children.forEach { ($0.value as? Fillable)?.fill(resolver) }
    }
}
