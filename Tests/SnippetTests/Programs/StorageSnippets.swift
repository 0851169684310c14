import Service
import ServiceHealth
import ServicePresentation
import SwiftUI

struct Item: Sendable {
    let name: String
}

nonisolated protocol Store: Sendable {
    func items() throws -> [Item]
}

struct DiskStore: Store {
    init() throws {}
    func items() throws -> [Item] { [] }
}

struct MemoryStore: Store {
    var known: [Item] = []
    func items() throws -> [Item] { known }
}

extension ServiceID {
    static let store: Self = "store"
}

// snippet: storage-register
struct StoreAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register((any Store).self, health: .store, fallback: { MemoryStore() }) {
            try DiskStore()
        }
    }
}
// snippet end

struct ItemList: View {
    @Service var store: any Store

    var body: some View {
        Text("Items")
    }
}

// snippet: storage-preview
@MainActor func makePreview() -> some View {
    ServiceEnv.withOverrides({ $0.register((any Store).self) { MemoryStore(known: [Item(name: "Lamp")]) } }) {
        ItemList()
    }
}
// snippet end

// snippet: storage-preview-failing
@MainActor @ViewBuilder func makeStorePreview() -> some View {
    switch Result(catching: { try DiskStore().items() }) {
    case .success(let items): Text("\(items.count) items")
    case .failure(let error):
        if let message = ErrorPresenter.standard.message(for: error) {
            ErrorView(message)
        }
    }
}
// snippet end
