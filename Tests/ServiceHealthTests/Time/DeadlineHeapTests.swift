#if Health
import Testing

@testable import ServiceHealth

@Suite struct DeadlineHeapTests {
    @Test func `deadlines come out in order, and not before their time`() {
        var heap = DeadlineHeap<Int, Int>()
        for instant in [5, 3, 9, 1, 7] { _ = heap.insert(instant, instant) }
        #expect(heap.first == 1)
        #expect(heap.popFirst(dueAt: 0) == nil)
        var popped: [Int] = []
        while let next = heap.popFirst(dueAt: 7) { popped.append(next) }
        #expect(popped == [1, 3, 5, 7])
        #expect(heap.count == 1)
        heap.checkInvariants()
    }

    @Test func `a ticket works once, also when its place is used again`() {
        var heap = DeadlineHeap<Int, Int>()
        let first = heap.insert(1, 1)
        #expect(heap.remove(first) == true)
        let second = heap.insert(2, 2)
        #expect(heap.remove(first) == false)
        #expect(heap.count == 1)
        #expect(heap.remove(second) == true)
    }

    @Test(arguments: Randomness.seeds)
    func `random steps give what a sorted list gives`(seed: UInt64) throws {
        var random = Randomness.start(seed)
        var heap = DeadlineHeap<Int, Int>()
        var list: [(instant: Int, id: Int, ticket: DeadlineHeap<Int, Int>.Ticket)] = []
        var now = 0
        for step in 0..<5_000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let instant = now + Int.random(in: 0...100, using: &random)
                list.append((instant, step, heap.insert(instant, step)))
            case 2:
                guard let index = list.indices.randomElement(using: &random) else { continue }
                #expect(heap.remove(list.remove(at: index).ticket) == true)
            default:
                now += Int.random(in: 0...20, using: &random)
                var popped: [Int] = []
                while let id = heap.popFirst(dueAt: now) { popped.append(id) }
                #expect(popped.sorted() == list.filter { $0.instant <= now }.map(\.id).sorted())
                list.removeAll { $0.instant <= now }
            }
            try #require(heap.count == list.count)
            try #require(heap.first == list.map(\.instant).min())
            heap.checkInvariants()
        }
    }
}
#endif
