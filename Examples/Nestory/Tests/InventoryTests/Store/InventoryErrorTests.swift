import Inventory
import Testing

@Suite struct InventoryErrorTests {
    @Test func theDescriptionIsOneLineWithEachCauseAfterAColon() {
        let error = InventoryError.readOnly(because: .unavailable(because: .noHost(details: "connection refused")))
        #expect("\(error)" == "read-only: unavailable: no host: connection refused")
        #expect("\(InventoryError.unavailable(because: nil))" == "unavailable")
        #expect("\(InventoryError.noAccess(path: "a.db", details: "EACCES"))" == "no access: a.db: EACCES")
    }
}
