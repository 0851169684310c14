#if Macros
import ServiceMacros
import ServiceTesting
import Testing

// The examples of the docstrings of `ServiceMacros` that no article shows.

enum MacroExampleDoubles {
    @Mock
    protocol PriceService: Sendable {
        func price(of item: String) async throws -> Int
    }
}

@Suite struct MacroExamples {
    private typealias MockPriceService = MacroExampleDoubles.MockPriceService

    @Test func `a mock has the answers that it is given`() async throws {
        let mock = MockPriceService()
        mock.stub.price.returns(3)
        #expect(try await mock.price(of: "Vase") == 3)
        #expect(mock.stub.price.calls == ["Vase"])
    }
}
#endif
