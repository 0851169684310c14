// Stands in for what the container will offer.
import Service

package enum Creation<Value> { case live(Value), provisional(Value) }
extension Creation: Sendable where Value: Sendable {}
package enum Admission<Value> {
    case serve(Value)
    case create(permit: any AnyObject & Sendable)
}
package protocol ProvisionalSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable
    func admit(mayCreate: Bool) -> Admission<Value>
    func make(isForTestingOrDevelopment: Bool, permit: any AnyObject & Sendable) throws -> Creation<Value>
}
package protocol AsyncProvisionalSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable
    func admit(mayCreate: Bool) -> Admission<Value>
    func make(isForTestingOrDevelopment: Bool, permit: any AnyObject & Sendable) async throws -> Creation<
        Value
    >
}
@MainActor package protocol MainProvisionalSource<Value>: AnyObject, Sendable {
    associatedtype Value
    func admit(mayCreate: Bool) -> Admission<Value>
    func make(isForTestingOrDevelopment: Bool, permit: any AnyObject & Sendable) throws -> Creation<Value>
}
