import Swinject
import XCTest

final class ParcelTests: XCTestCase {
    func testParcels() async throws {
        let container = Container()
        container.register(ParcelRepository.self) { _ in InMemoryParcels() }
        container.register(ParcelRepository.self) { _ in InMemoryParcels() }
        let parcels = try! await container.resolve(ParcelRepository.self)!.parcels()
        print(parcels)
    }
}

struct InMemoryParcels: ParcelRepository {
    func parcels() async throws -> [Parcel] { [] }
}
