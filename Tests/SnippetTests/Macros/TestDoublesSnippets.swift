#if Health
import Service
import ServiceTesting
import Testing

enum DoubleByHand {
    // snippet: doubles-before
    protocol PriceService: Sendable {
        func price(of item: String, in currency: String) async throws -> Int
    }

    actor ScriptedPrices: PriceService {
        private var answers: [Result<Int, any Error>] = []
        private(set) var requests: [(item: String, currency: String)] = []

        func prepare(_ answer: Result<Int, any Error>) { answers.append(answer) }

        func price(of item: String, in currency: String) async throws -> Int {
            requests.append((item, currency))
            return try answers.removeFirst().get()
        }
    }
    // snippet end
}

#if Macros
import ServiceMacros

struct Broken: Error {}
typealias PriceService = DoubleByHand.PriceService

// snippet: doubles-mock
@Mock(of: (any PriceService).self)
protocol Prices {
    func price(of item: String, in currency: String) async throws -> Int
}
// snippet end

@Suite(.timeLimit(.minutes(5))) struct TestDoublesSnippets {
    struct Shop {
        let prices: any PriceService
        func total(_ items: [String]) async throws -> Int {
            var total = 0
            for item in items { total += try await prices.price(of: item, in: "EUR") }
            return total
        }
    }

    // snippet: doubles-script
    @Test func `a total adds the prices`() async throws {
        let mock = MockPrices()
        mock.stub.price.returns(3, 4)
        #expect(try await Shop(prices: mock).total(["Vase", "Chair"]) == 7)
        #expect(mock.stub.price.calls.map(\.item) == ["Vase", "Chair"])
    }
    // snippet end

    @Test func `more scripts`() async throws {
        let mock = MockPrices()
        // snippet: doubles-answers
        mock.stub.price.returns(3)  // always 3
        mock.stub.price.fails(Broken())  // throws
        mock.stub.price.answers(.failure(Broken()), .success(3))  // throws once, then always 3
        mock.stub.price.answers { item, currency in item.count }  // computes
        // snippet end
        #expect(try await mock.price(of: "Vase", in: "EUR") == 4)
    }

    // snippet: doubles-hold
    @Test func `a second price is asked for only after the first`() async throws {
        let mock = MockPrices()
        mock.stub.price.holds()
        let total = Task { try await Shop(prices: mock).total(["Vase", "Chair"]) }

        let first = try await mock.stub.price.next()
        #expect(first.arguments.item == "Vase")
        #expect(mock.stub.price.callCount == 1)
        first.returns(3)
        try await mock.stub.price.next().returns(4)
        #expect(try await total.value == 7)
    }
    // snippet end
}
#endif
#endif
