#if Health
import Testing

@testable import ServiceHealth

@Suite struct BulkheadStateMachineTests {
    @Test func `calls run up to the limit, then wait up to the limit, then are rejected`() {
        var machine = BulkheadStateMachine(policy: BulkheadPolicy(maxConcurrent: 2, maxQueued: 2))
        #expect((0..<5).map { _ in machine.enter() } == [.run, .run, .wait(1), .wait(2), .reject])
        machine.checkInvariants()
    }

    @Test func `a slot goes to the call that has waited longest`() {
        var machine = BulkheadStateMachine(policy: BulkheadPolicy(maxConcurrent: 1, maxQueued: 3))
        for _ in 0..<4 { _ = machine.enter() }
        #expect(machine.leave() == .resume(1))
        #expect(machine.leave() == .resume(2))
        #expect(machine.enter() == .wait(4))
        #expect(machine.leave() == .resume(3))
        #expect(machine.leave() == .resume(4))
        #expect(machine.leave() == .none)
        #expect(machine.running == 0)
    }

    @Test func `who gives up waiting is passed over, and who has a slot cannot give up`() {
        var machine = BulkheadStateMachine(policy: BulkheadPolicy(maxConcurrent: 1, maxQueued: 2))
        for _ in 0..<3 { _ = machine.enter() }
        #expect(machine.abandon(1) == true)
        #expect(machine.abandon(1) == false)
        #expect(machine.leave() == .resume(2))
        #expect(machine.abandon(2) == false)
        #expect(machine.leave() == .none)
    }

    /// Who runs and who waits, as two lists of names.
    struct Model {
        let policy: BulkheadPolicy
        var running: Set<Int> = []
        var queue: [Int] = []
    }

    @Test(arguments: Randomness.seeds)
    func `a million random steps give what the model gives`(seed: UInt64) throws {
        var random = Randomness.start(seed)
        for _ in 0..<4 {
            let policy = BulkheadPolicy(
                maxConcurrent: .random(in: 1...4, using: &random),
                maxQueued: .random(in: 0...5, using: &random))
            var machine = BulkheadStateMachine(policy: policy)
            var model = Model(policy: policy)
            /// Which call waits under which number.
            var numbers: [UInt64: Int] = [:]
            for call in 0..<25_000 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1:
                    let admission = machine.enter()
                    if model.running.count < policy.maxConcurrent {
                        model.running.insert(call)
                        try #require(admission == .run)
                    } else if model.queue.count < policy.maxQueued {
                        model.queue.append(call)
                        guard case .wait(let number) = admission else {
                            Issue.record("\(admission)")
                            return
                        }
                        numbers[number] = call
                    } else {
                        try #require(admission == .reject)
                    }
                case 2, 3:
                    guard let leaving = model.running.randomElement(using: &random) else { continue }
                    model.running.remove(leaving)
                    switch machine.leave() {
                    case .none: #expect(model.queue.isEmpty)
                    case .resume(let number):
                        guard let next = numbers.removeValue(forKey: number) else { throw Elsewhere() }
                        #expect(model.queue.first == next)
                        model.queue.removeFirst()
                        model.running.insert(next)
                    }
                default:
                    guard let (number, waiting) = numbers.randomElement(using: &random) else { continue }
                    let isOut = machine.abandon(number)
                    #expect(isOut)
                    model.queue.removeAll { $0 == waiting }
                    numbers[number] = nil
                }
                try #require(machine.running == model.running.count)
                try #require(machine.waiting.count == model.queue.count)
                machine.checkInvariants()
            }
        }
    }
}
#endif
