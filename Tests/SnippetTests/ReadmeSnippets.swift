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

struct DiskCatalog: Catalog {
    func items() -> [String] { ["Lamp"] }
}

/// The model of the README's app, which is type-checked in `Programs`.
@MainActor final class ItemsModel {
    @Service private var catalog: any Catalog
    let items: ServiceAction<Void, [String]>

    init() {
        let catalog = _catalog
        items = ServiceAction { try await catalog().items() }
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

    @Test func `an error is explained`() throws {
        try ServiceEnv.$current.withValue(ServiceEnv(name: "app")) {
            try expectOutput(of: "readme-explain") {
                // snippet: readme-explain
                do {
                    ServiceEnv.current.register(DiskCatalog())
                    _ = try ServiceEnv.current.resolve((any Catalog).self)
                } catch {
                    print(ServiceEnv.current.explain(error))
                }
                // Service 'Catalog' is not registered in ServiceEnv
                // Environment: app
                // 'DiskCatalog' is registered and conforms to it: register that as (any Catalog).self as well.
                // Register it before it is first used, env.register((any Catalog).self) { … }.
                // snippet end
            }
        }
    }
}
