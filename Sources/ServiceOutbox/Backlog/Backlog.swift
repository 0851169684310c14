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

    private var items: [Int64: Item] = [:]
    private var order = NumberQueue()
    private var subjects: [String: NumberQueue] = [:]
    /// The subjects that are not attempted now, as they failed.
    private var paused: Set<String> = []
    /// The first change of every subject that may be attempted, the greatest number first.
    private var ready: [Int64] = []

    private(set) var refused = 0
    /// The changes behind a refused one.
    private(set) var held = 0

    var isEmpty: Bool { items.isEmpty }
    var waiting: Int { items.count - refused - held }
    /// The change to attempt next: the oldest of those that may be attempted.
    var next: Int64? { ready.last }
    /// When the oldest change was kept.
    var oldest: Date? { order.first.flatMap { items[$0]?.acceptedAt } }

    /// Replaces everything by what a file has. Subjects that are paused stay paused.
    mutating func replaceAll(with items: [Item]) {
        let paused = paused
        self = Backlog()
        for item in items.sorted(by: { $0.number < $1.number }) { insert(item) }
        for subject in paused where subjects[subject] != nil { pause(subject) }
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
            if item.isRefused { backlog.refused -= 1 }
        }
    }

    mutating func setRefused(_ number: Int64, _ isRefused: Bool) {
        guard let item = items[number], item.isRefused != isRefused else { return }
        change(item.subject) { backlog in
            backlog.items[number]?.isRefused = isRefused
            backlog.refused += isRefused ? 1 : -1
        }
    }

    /// Passes over a subject until it is resumed.
    mutating func pause(_ subject: String) {
        change(subject) { $0.paused.insert(subject) }
    }

    mutating func resume(_ subject: String) {
        change(subject) { $0.paused.remove(subject) }
    }

    func item(_ number: Int64) -> Item? { items[number] }

    /// Changes a subject, and what follows from it: whether its first change may be attempted, and how many it holds.
    private mutating func change(_ subject: String, _ body: (inout Backlog) -> Void) {
        if let head = readyHead(of: subject) {
            let place = ready.partitioned { $0 <= head }
            if place < ready.count, ready[place] == head { ready.remove(at: place) }
        }
        held -= heldCount(of: subject)
        body(&self)
        held += heldCount(of: subject)
        if let head = readyHead(of: subject) {
            ready.insert(head, at: ready.partitioned { $0 <= head })
        }
    }

    private func readyHead(of subject: String) -> Int64? {
        guard !paused.contains(subject), let head = subjects[subject]?.first, let item = items[head], !item.isRefused
        else { return nil }
        return head
    }

    private func heldCount(of subject: String) -> Int {
        guard let queue = subjects[subject], let head = queue.first, items[head]?.isRefused == true else { return 0 }
        return queue.count - 1
    }
}
#endif
