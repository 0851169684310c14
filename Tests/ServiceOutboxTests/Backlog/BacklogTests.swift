#if Outbox
import Foundation
import Testing

@testable import ServiceOutbox

/// What is next, and what is counted, without a file.
struct BacklogTests {
    private func item(_ number: Int64, _ subject: String, isRefused: Bool = false) -> Backlog.Item {
        Backlog.Item(
            number: number, subject: subject, acceptedAt: Date(timeIntervalSince1970: Double(number)),
            isRefused: isRefused)
    }

    private func backlog(_ items: Backlog.Item...) -> Backlog {
        var backlog = Backlog()
        backlog.replaceAll(with: items)
        return backlog
    }

    /// The order in which the changes are attempted if all succeed.
    private func order(_ backlog: Backlog) -> [Int64] {
        var backlog = backlog
        var order: [Int64] = []
        while let next = backlog.next {
            order.append(next)
            backlog.remove(next)
        }
        return order
    }

    private func counts(_ backlog: Backlog) -> [Int] { [backlog.waiting, backlog.held, backlog.refused] }

    @Test func `the oldest is next, whatever its subject`() {
        var backlog = backlog(item(1, "a"), item(2, "a"), item(3, "b"))
        #expect(backlog.next == 1)
        backlog.remove(1)
        #expect(backlog.next == 2)
        backlog.remove(2)
        #expect(backlog.next == 3)
        backlog.remove(3)
        #expect(backlog.next == nil)
        #expect(backlog.isEmpty)
    }

    @Test func `a paused subject is passed over until it is resumed`() {
        var backlog = backlog(item(1, "a"), item(2, "a"), item(3, "b"))
        backlog.pause("a")
        #expect(backlog.next == 3)
        backlog.remove(3)
        #expect(backlog.next == nil)
        backlog.insert(item(4, "a"))
        #expect(backlog.next == nil)
        backlog.resume("a")
        #expect(backlog.next == 1)
    }

    @Test func `a refused change holds the later ones of its subject`() {
        var backlog = backlog(item(1, "a"), item(2, "a"), item(3, "b"))
        backlog.setRefused(1, true)
        #expect(counts(backlog) == [1, 1, 1])
        #expect(backlog.next == 3)
        backlog.insert(item(4, "a"))
        #expect(counts(backlog) == [1, 2, 1])
        backlog.setRefused(1, false)
        #expect(counts(backlog) == [4, 0, 0])
        #expect(backlog.next == 1)
    }

    @Test func `removing a refused change lets the others go`() {
        var backlog = backlog(item(1, "a", isRefused: true), item(2, "a"))
        #expect(counts(backlog) == [0, 1, 1])
        backlog.remove(1)
        #expect(counts(backlog) == [1, 0, 0])
        #expect(backlog.next == 2)
    }

    @Test func `the oldest date is that of the smallest number`() {
        var backlog = backlog(item(5, "a"), item(7, "b"))
        #expect(backlog.oldest == Date(timeIntervalSince1970: 5))
        backlog.remove(5)
        #expect(backlog.oldest == Date(timeIntervalSince1970: 7))
        backlog.remove(7)
        #expect(backlog.oldest == nil)
    }

    @Test func `a subject stays paused when everything is read anew`() {
        var backlog = backlog(item(1, "a"), item(2, "b"))
        backlog.pause("a")
        backlog.replaceAll(with: [item(1, "a"), item(2, "b"), item(3, "a")])
        #expect(backlog.next == 2)
        backlog.resume("a")
        #expect(order(backlog) == [2, 1, 3])
    }

    @Test func `a subject that failed is behind what was kept until then, and before what is kept later`() {
        var backlog = backlog(item(1, "a"), item(2, "b"), item(3, "c"))
        backlog.pause("a")
        backlog.pause("b")
        backlog.insert(item(4, "d"))
        backlog.resume("b")
        backlog.resume("a")
        #expect(order(backlog) == [3, 1, 2, 4])
        backlog.pause("a")
        backlog.resume("a")
        #expect(order(backlog) == [3, 2, 4, 1])
        backlog.replaceAll(with: [item(1, "a"), item(2, "b"), item(4, "d"), item(5, "a")])
        #expect(order(backlog) == [2, 4, 1, 5])
    }

    @Test func `what a subject has after a success is attempted in the order of keeping again`() {
        var backlog = backlog(item(1, "a"), item(2, "a"), item(3, "b"))
        backlog.pause("a")
        backlog.resume("a")
        #expect(backlog.next == 3)
        backlog.remove(1)
        #expect(order(backlog) == [2, 3])
    }

    @Test func `every order of steps gives what a backlog built anew has`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var backlog = Backlog()
            var items: [Backlog.Item] = []
            for number in 1...20 as ClosedRange<Int64> {
                let new = item(number, ["a", "b", "c"].randomElement(using: &generator) ?? "a")
                backlog.insert(new)
                items.append(new)
                // Only the first change of a subject is ever settled.
                let first = items.firstIndex { $0.subject == new.subject } ?? 0
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    backlog.remove(items[first].number)
                    items.remove(at: first)
                case 1:
                    backlog.setRefused(items[first].number, true)
                    items[first].isRefused = true
                case 2:
                    backlog.setRefused(items[first].number, false)
                    items[first].isRefused = false
                default: break
                }
                var anew = Backlog()
                anew.replaceAll(with: items)
                #expect(counts(backlog) == counts(anew))
                #expect(backlog.next == anew.next)
                #expect(backlog.oldest == anew.oldest)
                #expect(
                    backlog.next
                        == items.first { item in
                            !item.isRefused && items.first { $0.subject == item.subject } == item
                        }?.number)
            }
        }
    }
}
#endif
