import Observation
import Service
import ServicePresentation
import Testing

nonisolated protocol Catalogue: Sendable {
    func titles() async throws -> [String]
}

struct LiveCatalogue: Catalogue {
    func titles() async throws -> [String] { ["Lamp", "Sofa"] }
}

struct Theme: ServiceKey {
    let name: String
    static var `default`: Theme { Theme(name: "light") }
}

final class Selection: MainServiceKey {
    var title: String?
    static var `default`: Selection { Selection() }
}

@Observable
final class CatalogueModel {
    @ObservationIgnored @Service private var catalogue: any Catalogue
    @ObservationIgnored @Service private var theme: Theme
    @ObservationIgnored @MainService private var selection: Selection
    let titles: ServiceAction<Void, [String]>

    init() {
        let catalogue = _catalogue
        titles = ServiceAction { try await catalogue().titles() }
    }

    var header: String { "\(selection.title ?? "nothing"), \(theme.name)" }
}

struct AppAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register((any Catalogue).self) { LiveCatalogue() }
        env.register(Theme.self)
        env.registerMain(Selection.self)
    }
}

/// What an app in a module isolated to the main actor writes in its first hour.
@Suite struct NewAppTests {
    private let env = ServiceEnv(name: "app")

    @Test func `a model of the main actor gets its services`() async throws {
        env.assemble(AppAssembly())
        let model = ServiceEnv.$current.withValue(env) { CatalogueModel() }
        model.titles.start()
        await model.titles.settled()
        #expect(model.titles.value == ["Lamp", "Sofa"])
        #expect(model.header == "nothing, light")
    }

    @Test func `a key is resolved off the main actor as well`() async throws {
        env.assemble(AppAssembly())
        let theme = try await Task.detached { [env] in try env.resolve(Theme.self).name }.value
        #expect(theme == "light")
    }
}
