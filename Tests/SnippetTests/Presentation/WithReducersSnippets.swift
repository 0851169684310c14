import Foundation
import ServicePresentation

enum ReducersByHand {
    // snippet: reducers-by-hand
    struct ItemsFeature {
        struct State: Equatable {
            var items: [Item] = []
            var errorMessage: String?
            var showingError = false
            var isLoading = false

            var hasError: Bool {
                errorMessage != nil
            }
        }

        enum Action {
            case load
            case response(Result<[Item], any Error>)
            case setError(String?)
            case dismissError
        }

        func reduce(into state: inout State, action: Action) {
            switch action {
            case .load:
                state.isLoading = true
            case .response(.success(let items)):
                state.isLoading = false
                state.items = items
            case .response(.failure(let error)):
                state.isLoading = false
                state.errorMessage = "Operation failed: \(error.localizedDescription)"
                state.showingError = true
            case .setError(let message):
                state.errorMessage = message
                state.showingError = message != nil
            case .dismissError:
                state.errorMessage = nil
                state.showingError = false
            }
        }
    }
    // snippet end
}

enum Reducers {
    // snippet: reducers-feature
    struct ItemsFeature {
        struct State: Equatable {
            var items: [Item] = []
            var status = ErrorState()
        }

        enum Action {
            case load
            case response(Result<[Item], any Error>)
            case setError(String?)
            case dismissError
        }

        func reduce(into state: inout State, action: Action) {
            switch action {
            case .load:
                state.status.begin()
            case .response(.success(let items)):
                state.status.succeed()
                state.items = items
            case .response(.failure(let error)):
                state.status.fail(error)
            case .setError(let message):
                state.status.set(message)
            case .dismissError:
                state.status.dismiss()
            }
        }
    }
    // snippet end

    static func effect(
        service: any ItemService, send: @Sendable (ItemsFeature.Action) async -> Void
    ) async throws {
        // snippet: reducers-effect
        let result = try await Result(cancellable: { try await service.items() })
        await send(.response(result))
        // snippet end
    }
}
