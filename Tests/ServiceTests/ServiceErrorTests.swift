import Service
import Testing

@Suite struct ServiceErrorTests {
    @Test func `the texts are the documented ones`() {
        struct Refused: Error, CustomStringConvertible { var description: String { "Connection refused" } }
        #expect(
            "\(ServiceError.notRegistered(serviceType: "DatabaseProtocol"))"
                == "Service 'DatabaseProtocol' is not registered in ServiceEnv")
        #expect(
            "\(ServiceError.circularDependency(serviceType: "ServiceA", chain: ["ServiceA", "ServiceB", "ServiceC", "ServiceA"]))"
                == """
                Circular dependency detected for service 'ServiceA'.
                Dependency chain: ServiceA -> ServiceB -> ServiceC -> ServiceA
                Check your service registration to break the cycle.
                """)
        #expect(
            "\(ServiceError.maxDepthExceeded(depth: 100, chain: ["A", "B", "C"]))"
                == """
                Maximum resolution depth (100) exceeded.
                Current chain: A -> B -> C
                This may indicate a circular dependency or overly deep dependency graph.
                """)
        #expect(
            "\(ServiceError.factoryFailed(serviceType: "MyService", underlyingError: Refused()))"
                == "Factory failed to create service 'MyService': Connection refused")
    }
}
