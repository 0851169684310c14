import ComposableArchitecture
import SwiftUI

@Reducer
struct JournalFeature {
    @ObservableState
    struct State: Equatable {
        var entries: [Entry] = []
        var errorMessage: String?
        var showingError = false
        var isLoading = false
    }

    enum Action {
        case load
        case loaded(Result<[Entry], any Error>)
        case saveTapped(Entry)
        case saveFailed(any Error)
        case dismissError
        case weatherTapped
    }

    @Dependency(\.entries) var entries
    @Dependency(\.weather) var weather

    var body: some ReducerOf<Self> {
        Reduce { state, action in
            switch action {
            case .load:
                state.isLoading = true
                return .run { send in
                    await send(.loaded(Result { try await entries.entries() }))
                }

            case let .loaded(.success(entries)):
                state.isLoading = false
                state.entries = entries
                return .none

            case let .loaded(.failure(error)):
                state.isLoading = false
                state.errorMessage = "Loading failed: \(error.localizedDescription)" // finds: technical_error_shown
                state.showingError = true
                return .none

            case let .saveTapped(entry):
                return .run { send in
                    do {
                        try await entries.save(entry)
                    } catch {
                        await send(.saveFailed(error))
                    }
                }

            case .saveFailed:
                state.errorMessage = "Oops, something went wrong!" // finds: generic_error_message
                return .none

            case .dismissError:
                state.errorMessage = nil
                state.showingError = false
                return .none

            case .weatherTapped:
                return .run { _ in
                    do {
                        let weather = try await WeatherServiceKey.liveValue.now() // finds: di_bypass
                        Logger.ui.info("\(weather.text)")
                    } catch { // finds: silent_catch
                    }
                }
            }
        }
    }
}

struct JournalView: View {
    let store: StoreOf<JournalFeature>

    var body: some View {
        List(store.entries) { EntryRow(entry: $0) }
            .task { store.send(.load) }
            .alert("Error", isPresented: .constant(store.showingError)) {
                Button("OK") { store.send(.dismissError) }
            } message: {
                Text(store.errorMessage ?? "")
            }
    }
}

struct EntryRow: View {
    let entry: Entry
    private let service = LiveEntryService(container: .shared) // finds: direct_service_in_view

    var body: some View {
        do {
            let text = try AttributedString(markdown: entry.text)
            return AnyView(Text(text))
        } catch {
            return AnyView(Text("Unreadable: \(error.localizedDescription)")) // finds: technical_error_shown
        }
    }
}

struct JournalView_Previews: PreviewProvider {
    static var previews: some View {
        let container = try! ModelContainer(for: Entry.self)
        return JournalView(store: Store(initialState: .init()) { JournalFeature() }).modelContainer(container)
    }
}
