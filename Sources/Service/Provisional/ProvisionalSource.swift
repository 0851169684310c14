/// What making a service that can be stood in for came to.
package enum ProvisionalCreation<Value> {
    /// The service itself.
    case live(Value)
    /// Something that stands in for it for a while.
    case provisional(Value, ProvisionalPeriod)
}

extension ProvisionalCreation: Sendable where Value: Sendable {}

/// The answer to somebody who asks for a service of which no instance is kept.
package enum ProvisionalAdmission<Value> {
    /// Hand this out, without making anything or waiting for anybody.
    case serve(Value, ProvisionalPeriod)
    /// Make the service. Holding the permit is the right to: who lets go of it, used or not, gives the right back. A probe
    /// is made by one alone, while something stands in for everybody else.
    case create(permit: any AnyObject & Sendable, isProbe: Bool)
}

extension ProvisionalAdmission: Sendable where Value: Sendable {}

/// Decides, for one registration in one environment, what stands in for a service and who may make the service itself.
package protocol ProvisionalSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// - Parameter mayCreate: Whether the one who asks is able to make the service.
    func admit(mayCreate: Bool) -> ProvisionalAdmission<Value>
    func make(isForTestingOrDevelopment: Bool) throws -> ProvisionalCreation<Value>
    /// The service itself was made, and everybody gets it now.
    func liveServes()
}

/// The same for a service that is made asynchronously.
package protocol AsyncProvisionalSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    func admit(mayCreate: Bool) -> ProvisionalAdmission<Value>
    func make(isForTestingOrDevelopment: Bool) async throws -> ProvisionalCreation<Value>
    /// The service itself was made, and everybody gets it now.
    func liveServes()
}

/// The same for a service of the main actor.
@MainActor
package protocol MainProvisionalSource<Value>: AnyObject, Sendable {
    associatedtype Value

    func admit(mayCreate: Bool) -> ProvisionalAdmission<Value>
    func make(isForTestingOrDevelopment: Bool) throws -> ProvisionalCreation<Value>
    /// The service itself was made, and everybody gets it now.
    func liveServes()
}
