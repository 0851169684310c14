// snippet: readme-app
import Service
import ServicePresentation
import SwiftUI

@MainActor
@Observable
final class ItemsModel {
    @ObservationIgnored @Service private var inventory: any Inventory
    let items: ServiceAction<Void, [String]>

    init() {
        let inventory = _inventory
        items = ServiceAction { try await inventory().items() }
    }
}

struct ItemsView: View {
    @State private var model = ItemsModel()

    var body: some View {
        VStack {
            List { ForEach(model.items.value ?? [], id: \.self) { Text($0) } }
            ErrorView(model.items)  // after a failure: what happened, and a button to try again
        }
        .task { await model.items.run() }
    }
}

@main
struct ShelfApp: App {
    init() {
        ServiceEnv.current.register((any Inventory).self) { try DiskInventory() }
    }

    var body: some Scene {
        WindowGroup { ItemsView() }
    }
}
// snippet end

nonisolated protocol Inventory: Sendable {
    func items() async throws -> [String]
}

nonisolated struct DiskInventory: Inventory {
    init() throws {}
    func items() async throws -> [String] { [] }
}
