import ServiceDoctor

/// Three services of one protocol, for views that create them.
enum CatalogServices {
    /// What the rule finds beside a service of three types, in order.
    static func found(_ code: String) -> [Severity] {
        let services = """
            protocol CatalogService { func items() async throws -> [Item] }
            struct CatalogAdapter: CatalogService { func items() async throws -> [Item] { [] } }
            final class CatalogCache: CatalogService {
                private var known: [Item] = []
                func items() async throws -> [Item] { known }
            }
            final class TransferClient: CatalogService { func items() async throws -> [Item] { [] } }
            """
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"]))
        return doctor.check(sources: [("Sources/App/A.swift", "\(services)\n\(code)")]).findings.map(\.severity)
    }
}
