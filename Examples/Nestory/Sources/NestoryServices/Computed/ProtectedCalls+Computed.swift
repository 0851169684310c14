import Inventory
import ServiceHealth

extension ProtectedCalls {
    /// Has something worked out from the inventory.
    ///
    /// That the inventory fails is no failure of what is worked out from it.
    ///
    /// - Throws: ``ServiceUnavailableError`` where it is this part that fails; what else the body throws.
    func compute<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await call(method, refusals: Self.isPassedOn, body)
        } catch  where Self.isPassedOn(error) || error is CancellationError {
            throw error
        } catch {
            throw ServiceUnavailableError(pipeline.service, because: error)
        }
    }

    @Sendable private static func isPassedOn(_ error: any Error) -> Bool {
        error is InventoryError || error is SummaryError
    }
}
