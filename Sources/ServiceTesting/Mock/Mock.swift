/// A test double whose answers a test scripts.
///
/// `@Mock` from `ServiceMacros` writes one beside a protocol: a class with a member of `stub` for each requirement. By hand:
///
/// ```swift
/// final class MockRates: RateService, Mock {
///     struct Stub: Sendable {
///         let rates: AsyncMockMethod<Void, Rates, any Error>
///     }
///     let stub: Stub
///
///     init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
///         let origin = MockOrigin(fileID: fileID, filePath: filePath, line: line, column: column)
///         stub = Stub(rates: AsyncMockMethod("MockRates.rates()", origin))
///     }
///
///     func rates() async throws -> Rates { try await stub.rates(()) }
/// }
/// ```
///
/// Mocks belong in test targets: this module needs Swift Testing.
public protocol Mock: AnyObject, Sendable {}
