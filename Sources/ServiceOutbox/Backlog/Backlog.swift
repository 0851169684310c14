#if OUTBOX
import Foundation

/// What is kept, without the changes themselves: which change is next, and how many wait. Knows no file and no lock.
struct Backlog: Sendable {
    struct Item: Sendable, Equatable {
        let number: Int64
        let subject: String
        let acceptedAt: Date
        var isRefused: Bool
    }

    /// Where the first change of a subject stands among those that may be attempted.
    private struct Place: Comparable {
        /// The change's number, or the greatest one that was kept when the subject failed.
        let position: Int64
        /// How many failures there had been when the subject failed, that one included, or zero.
        let failure: Int
        let number: Int64

        static func < (left: Place, right: Place) -> Bool {
            (left.position, left.failure) < (right.position, right.failure)
        }
    }

    private struct Failure: Sendable {
        let position: Int64
        let count: Int
    }

    private var items: [Int64: Item] = [:]
    private var order = NumberQueue()
    private var subjects: [String: NumberQueue] = [:]
    /// The subjects that are not attempted now, as they failed.
    private var paused: Set<String> = []
    /// The last failures of subjects whose first change has not been settled since.
    private var failures: [String: Failure] = [:]
    private var failureCount = 0
    /// The first change of every subject that may be attempted, the last one first.
    private var ready: [Place] = []

    private(set) var refused = 0
    /// The changes behind a refused one.
    private(set) var held = 0

    var isEmpty: Bool { items.isEmpty }
    var waiting: Int { items.count - refused - held }
    /// The change to attempt next: the oldest of those that may be attempted, where a subject that failed stands behind what was
    /// kept until then. So no subject waits for others that fail for ever, nor for changes that are kept later.
    var next: Int64? { ready.last?.number }
    /// When the oldest change was kept.
    var oldest: Date? { order.first.flatMap { items[$0]?.acceptedAt } }

    /// Replaces everything by what a file has. Subjects that are paused stay paused, and those that failed keep their places.
    mutating func replaceAll(with items: [Item]) {
        let old = self
        self = Backlog()
        (paused, failures, failureCount) = (old.paused, old.failures, old.failureCount)
        for item in items.sorted(by: { $0.number < $1.number }) { insert(item) }
        paused.formIntersection(subjects.keys)
        failures = failures.filter { subjects[$0.key] != nil }
    }

    mutating func insert(_ item: Item) {
        change(item.subject) { backlog in
            backlog.items[item.number] = item
            backlog.order.insert(item.number)
            backlog.subjects[item.subject, default: NumberQueue()].insert(item.number)
            if item.isRefused { backlog.refused += 1 }
        }
    }

    mutating func remove(_ number: Int64) {
        guard let item = items[number] else { return }
        change(item.subject) { backlog in
            backlog.items[number] = nil
            backlog.order.remove(number)
            backlog.subjects[item.subject]?.remove(number)
            if backlog.subjects[item.subject]?.first == nil { backlog.subjects[item.subject] = nil }
            backlog.failures[item.subject] = nil
            if item.isRefused { backlog.refused -= 1 }
        }
    }

    mutating func setRefused(_ number: Int64, _ isRefused: Bool) {
        guard let item = items[number], item.isRefused != isRefused else { return }
        change(item.subject) { backlog in
            backlog.items[number]?.isRefused = isRefused
            backlog.failures[item.subject] = nil
            backlog.refused += isRefused ? 1 : -1
        }
    }

    /// Passes over a subject that failed until it is resumed. It is behind everything that is kept by now then.
    mutating func pause(_ subject: String) {
        change(subject) { backlog in
            backlog.paused.insert(subject)
            guard backlog.subjects[subject] != nil else { return }
            backlog.failureCount += 1
            backlog.failures[subject] = Failure(position: backlog.order.last ?? 0, count: backlog.failureCount)
        }
    }

    mutating func resume(_ subject: String) {
        change(subject) { $0.paused.remove(subject) }
    }

    func item(_ number: Int64) -> Item? { items[number] }

    /// Changes a subject, and what follows from it: whether its first change may be attempted, and how many it holds.
    private mutating func change(_ subject: String, _ body: (inout Backlog) -> Void) {
        if let place = readyPlace(of: subject) {
            let index = ready.partitioned { $0 <= place }
            if index < ready.count, ready[index] == place { ready.remove(at: index) }
        }
        held -= heldCount(of: subject)
        body(&self)
        held += heldCount(of: subject)
        if let place = readyPlace(of: subject) {
            ready.insert(place, at: ready.partitioned { $0 <= place })
        }
    }

    private func readyPlace(of subject: String) -> Place? {
        guard !paused.contains(subject), let head = subjects[subject]?.first, let item = items[head], !item.isRefused
        else { return nil }
        guard let failure = failures[subject] else { return Place(position: head, failure: 0, number: head) }
        return Place(position: failure.position, failure: failure.count, number: head)
    }

    private func heldCount(of subject: String) -> Int {
        guard let queue = subjects[subject], let head = queue.first, items[head]?.isRefused == true else { return 0 }
        return queue.count - 1
    }
}
#endif
