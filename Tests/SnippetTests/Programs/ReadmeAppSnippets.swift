// snippet: readme-app
import Service
import ServicePresentation
import SwiftUI

@MainActor
@Observable
final class ItemsModel {
    @ObservationIgnored @Service private var catalog: any Catalog
    let items: ServiceAction<Void, [String]>

    init() {
        let catalog = _catalog
        items = ServiceAction { try await catalog().items() }
    }
}

struct ItemsView: View {
    @State private var model = ItemsModel()

    var body: some View {
        List { ForEach(model.items.value ?? [], id: \.self) { Text($0) } }
            .task { await model.items.run() }
            .errorAlert(model.items)  // after a failure: what happened, and a button to try again
    }
}

@main
struct ShelfApp: App {
    init() {
        ServiceEnv.current.register((any Catalog).self) { try DiskCatalog() }
    }

    var body: some Scene {
        WindowGroup { ItemsView() }
    }
}
// snippet end

nonisolated protocol Catalog: Sendable {
    func items() async throws -> [String]
}

nonisolated struct DiskCatalog: Catalog {
    init() throws {}
    func items() async throws -> [String] { [] }
}
