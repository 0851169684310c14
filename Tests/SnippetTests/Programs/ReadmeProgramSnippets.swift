// snippet: readme-program
import Service

protocol Catalog: Sendable { func items() async throws -> [String] }
struct DiskCatalog: Catalog { func items() -> [String] { ["Lamp", "Chair"] } }

@main struct Shelf {
    @Service var catalog: any Catalog

    static func main() async throws {
        ServiceEnv.current.register((any Catalog).self) { DiskCatalog() }
        print(try await Shelf().catalog.items())
    }
}
// snippet end
