/// Names the service that a parameter of an `@Injectable` initialiser stands for.
///
/// ```swift
/// @Injectable
/// final class Uploader: Uploading {
///     init(client: any HTTPClient, @Named("primary") store: any PhotoStore, limit: Int = 3) throws {}
/// }
/// ```
///
/// Callers of the initialiser pass the plain value.
@propertyWrapper
@frozen
public struct Named<Value> {
    /// The service.
    public let wrappedValue: Value

    /// Names the service.
    ///
    /// - Parameters:
    ///   - wrappedValue: The service.
    ///   - name: The name it is registered with. `@Injectable` resolves it by the parameter's type and this name.
    @inlinable
    public init(wrappedValue: Value, _ name: ServiceName) {
        self.wrappedValue = wrappedValue
    }
}

extension Named: Sendable where Value: Sendable {}
