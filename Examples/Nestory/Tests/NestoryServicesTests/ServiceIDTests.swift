import NestoryServices
import ServiceHealth
import Testing

@Suite struct ServiceIDTests {
    @Test func `every service has a name of its own`() {
        #expect(
            ServiceID.nestory.map(\.rawValue) == [
                "inventory", "currency", "backup", "notifications", "export", "report", "analytics",
            ])
    }
}
