#if Macros
/// Generates a test double beside a protocol: a class whose answers a test scripts.
///
/// ```swift
/// @Mock
/// protocol PriceService: Sendable {
///     func price(of item: String) async throws -> Int
/// }
/// ```
///
/// ```swift
/// let mock = MockPriceService()
/// mock.stub.price.returns(3)
/// #expect(try await mock.price(of: "Vase") == 3)
/// #expect(mock.stub.price.calls == ["Vase"])
/// ```
///
/// Repeat requirements that are inherited from another protocol: one that is not repeated does not compile or, if it has a default
/// implementation, runs that. The file imports `ServiceTesting` too, so mocks belong in test targets: for protocols of the code
/// under test, use ``Mock(of:)``.
@attached(peer, names: prefixed(Mock))
public macro Mock() = #externalMacro(module: "ServiceMacroPlugin", type: "MockMacro")

/// Generates a test double for a protocol of another module, whose requirements the annotated protocol repeats.
///
/// ```swift
/// @Mock(of: (any PriceService).self)
/// protocol Prices {
///     func price(of item: String, in currency: String) async throws -> Int
/// }
/// ```
///
/// This generates `MockPrices: PriceService`. No type conforms to `Prices` itself. Requirements that are missing or outdated do not
/// compile, except for those with a default implementation, which the double then has.
///
/// - Parameter service: The protocol, as `(any Name).self`.
@attached(peer, names: prefixed(Mock))
public macro Mock(of service: any Any.Type) = #externalMacro(module: "ServiceMacroPlugin", type: "MockMacro")

/// Names the member of `stub` that scripts a requirement.
///
/// - Parameter name: The name, a string literal.
@attached(peer)
public macro StubName(_ name: String) = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")
#endif
