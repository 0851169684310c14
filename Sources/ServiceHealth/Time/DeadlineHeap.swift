#if Health
/// Keeps deadlines in order, and takes any of them out again in logarithmic time.
///
/// A call that ends in time takes its deadline out, so the heap holds what runs now and nothing else.
struct DeadlineHeap<Instant: Comparable & Sendable, Payload: Sendable>: Sendable {
    /// Names a deadline, once: a ticket that was used means nothing later.
    struct Ticket: Sendable, Equatable {
        fileprivate let slot: Int
        fileprivate let generation: UInt64
    }

    private struct Slot {
        var instant: Instant
        var payload: Payload?
        var generation: UInt64
        /// Where the heap keeps this slot.
        var position: Int
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    /// Slots, a binary heap by their instants.
    private var heap: [Int] = []

    var count: Int { heap.count }
    var first: Instant? { heap.first.map { slots[$0].instant } }

    mutating func insert(_ instant: Instant, _ payload: Payload) -> Ticket {
        let index: Int
        if let reused = free.popLast() {
            index = reused
            slots[index].instant = instant
            slots[index].payload = payload
            slots[index].position = heap.count
        } else {
            index = slots.count
            slots.append(Slot(instant: instant, payload: payload, generation: 0, position: heap.count))
        }
        heap.append(index)
        siftUp(heap.count - 1)
        return Ticket(slot: index, generation: slots[index].generation)
    }

    /// Takes a deadline out. False where it is out already.
    @discardableResult
    mutating func remove(_ ticket: Ticket) -> Bool {
        guard slots[ticket.slot].generation == ticket.generation, slots[ticket.slot].payload != nil else {
            return false
        }
        _ = take(at: slots[ticket.slot].position)
        return true
    }

    /// Takes out the first deadline if it has come.
    mutating func popFirst(dueAt now: Instant) -> Payload? {
        guard let first, first <= now else { return nil }
        return take(at: 0)
    }

    private mutating func take(at position: Int) -> Payload? {
        let slot = heap[position]
        let payload = slots[slot].payload
        slots[slot].payload = nil
        slots[slot].generation += 1
        free.append(slot)
        let last = heap.removeLast()
        if position < heap.count {
            place(last, at: position)
            siftUp(position)
            siftDown(slots[last].position)
        }
        return payload
    }

    private mutating func place(_ slot: Int, at position: Int) {
        heap[position] = slot
        slots[slot].position = position
    }

    private mutating func siftUp(_ start: Int) {
        var position = start
        let slot = heap[position]
        while position > 0 {
            let parent = (position - 1) / 2
            guard slots[slot].instant < slots[heap[parent]].instant else { break }
            place(heap[parent], at: position)
            position = parent
        }
        place(slot, at: position)
    }

    private mutating func siftDown(_ start: Int) {
        var position = start
        let slot = heap[position]
        while true {
            var child = 2 * position + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, slots[heap[child + 1]].instant < slots[heap[child]].instant {
                child += 1
            }
            guard slots[heap[child]].instant < slots[slot].instant else { break }
            place(heap[child], at: position)
            position = child
        }
        place(slot, at: position)
    }

    /// Stops a debug build in which something impossible is true.
    func checkInvariants() {
        for (position, slot) in heap.enumerated() {
            assert(slots[slot].position == position, "a slot has lost its place")
            assert(slots[slot].payload != nil, "the heap holds a free slot")
            assert(
                position == 0 || slots[heap[(position - 1) / 2]].instant <= slots[slot].instant,
                "out of order")
        }
        assert(heap.count + free.count == slots.count, "a slot is lost")
    }
}
#endif
