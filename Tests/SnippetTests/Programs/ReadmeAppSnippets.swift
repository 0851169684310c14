// snippet: readme-app
import Service
import ServicePresentation
import SwiftUI

@MainActor @Observable
final class ItemsModel {
    @ObservationIgnored @Service private var catalog: any Catalog
    let items: ServiceAction<Void, [String]>

    init() {
        // The property cannot be read in `init`. Its wrapper can: calling it resolves.
        items = ServiceAction { [catalog = _catalog] in try await catalog().items() }
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

@main struct ShelfApp: App {
    init() { ServiceEnv.current.register((any Catalog).self) { DiskCatalog() } }
    var body: some Scene { WindowGroup { ItemsView() } }
}
// snippet end

nonisolated protocol Catalog: Sendable {
    func items() async throws -> [String]
}

struct DiskCatalog: Catalog {
    func items() -> [String] { [] }
}
