import Service
import ServicePresentation
import ServiceTesting
import Testing

protocol Catalog: Sendable {
    func items() async throws -> [String]
}

struct EmptyCatalog: Catalog {
    func items() -> [String] { [] }
}

/// The model of the README's app, which is type-checked in `Programs`.
@MainActor final class ItemsModel {
    @Service private var catalog: any Catalog
    let items: ServiceAction<Void, [String]>

    init() {
        items = ServiceAction { [catalog = _catalog] in try await catalog().items() }
    }
}

@Suite struct ReadmeSnippets {
    // snippet: readme-override
    @Test(.serviceEnv { $0.register((any Catalog).self) { EmptyCatalog() } })
    @MainActor func `an empty catalog is no error`() async {
        let model = ItemsModel()
        await model.items.run()
        #expect(model.items.value == [])
    }
    // snippet end
}
