#if Macros && Health
import ServiceHealth
import ServiceMacros
import ServiceTesting

/// A protocol whose requirement has a default implementation.
protocol Loading: Sendable { func load() async throws -> String }
extension Loading {
    func load() async throws -> String { "default" }
}

@Resilient @Mock
protocol SavingOnly: Loading { func save() async throws -> String }

@Resilient @Mock
protocol SavingAndLoading: Loading {
    func load() async throws -> String
    func save() async throws -> String
}

@Resilient(of: (any SavingAndLoading).self) @Mock(of: (any SavingAndLoading).self)
protocol SavingRepeated { func save() async throws -> String }

struct LiveLoading: SavingOnly, SavingAndLoading {
    func load() async throws -> String { "live" }
    func save() async throws -> String { "saved" }
}
#endif
