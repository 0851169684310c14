import Service

/// Threads that each do a few things with services that need each other.
struct SmallProgram: CustomStringConvertible, Sendable {
    enum Step: Sendable, Equatable {
        case resolve(Int), register(Int), reset
    }

    /// What each service needs, by slot.
    var needs: [[Int]]
    /// The service whose first creation fails.
    var failing: Int?
    var threads: [[Step]]

    var description: String {
        "needs \(needs)\(failing.map { ", \($0) fails first" } ?? ""), threads \(threads)"
    }

    /// The way from a service into a circle and once around, if it leads there.
    func circle(from slot: Int) -> [Int]? {
        var path: [Int] = []
        func follow(_ slot: Int) -> [Int]? {
            path.append(slot)
            if path.dropLast().contains(slot) { return path }
            for needed in needs[slot] {
                if let circle = follow(needed) { return circle }
            }
            path.removeLast()
            return nil
        }
        return follow(slot)
    }

    /// Whether a service is, or is made from, another one.
    func involves(_ slot: Int, in other: Int, seen: Set<Int> = []) -> Bool {
        other == slot
            || needs[other].contains { !seen.contains($0) && involves(slot, in: $0, seen: seen.union([other])) }
    }

    static let steps: [Step] = [.resolve(0), .resolve(1), .register(0), .register(1), .reset]

    /// What two services may need: nothing, one the other, each other, the first itself.
    static let pairsOfNeeds = [[[], []], [[1], []], [[1], [0]], [[0], []]]

    /// Every program of so many threads with one step each, over two services; the order of threads does not matter.
    static func all(threads count: Int) -> [SmallProgram] {
        var choices: [[Step]] = [[]]
        for _ in 0..<count {
            choices = choices.flatMap { chosen in
                let first = chosen.last.flatMap { steps.firstIndex(of: $0) } ?? 0
                return steps[first...].map { chosen + [$0] }
            }
        }
        return pairsOfNeeds.flatMap { needs in
            [nil, 0, 1].flatMap { failing in
                choices.map { SmallProgram(needs: needs, failing: failing, threads: $0.map { [$0] }) }
            }
        }
    }

    /// Every program of two threads with two steps each, over two services.
    static var allOfTwoSteps: [SmallProgram] {
        let pairs = steps.flatMap { first in steps.map { [first, $0] } }
        return pairsOfNeeds.flatMap { needs in
            pairs.indices.flatMap { first in
                pairs[first...].map { SmallProgram(needs: needs, threads: [pairs[first], $0]) }
            }
        }
    }

    /// Three services with three threads: circles, ways into them, chains and diamonds.
    static var ofThreeServices: [SmallProgram] {
        let needs = [
            [[1], [2], [0]], [[1], [0], [0]], [[1], [2], [1]], [[1, 2], [2], []], [[1], [2], []], [[1, 2], [0], []],
        ]
        let threads: [[Step]] = [
            [.resolve(0), .resolve(1), .resolve(2)], [.resolve(0), .resolve(0), .resolve(1)],
            [.resolve(0), .resolve(2), .reset], [.resolve(0), .resolve(1), .register(2)],
            [.resolve(0), .resolve(2), .register(1)],
        ]
        return needs.flatMap { needs in
            threads.map { SmallProgram(needs: needs, threads: $0.map { [$0] }) }
        }
    }
}
