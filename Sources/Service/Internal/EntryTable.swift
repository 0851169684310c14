public import Synchronization

/// Finds the cell of a type without taking a lock.
///
/// An open-addressing table that only grows. Readers load the current slots and probe; a writer, alone under the
/// environment's lock, publishes a cell by storing its key last. Outgrown slots stay until the table goes, since a
/// reader may still be probing them; as each is half as large as the next, they add less than the newest table's size.
/// Safe because slots are written under a lock, published by a releasing store and never freed before the table.
@safe
@usableFromInline
struct EntryTable: ~Copyable, @unchecked Sendable {
    /// One place in the table. In the first place of all, `key` holds the shift that turns a hash into a place.
    @safe
    @usableFromInline
    struct Slot: ~Copyable {
        @usableFromInline let key = Atomic<UInt>(0)
        @usableFromInline var cell: UnsafeMutablePointer<KeptCell>?

        @usableFromInline
        init() { unsafe cell = nil }
    }

    /// What only a writer needs.
    @unsafe
    private struct Growth {
        var count = 0
        var shift: UInt
        var outgrown: [(slots: UnsafeMutablePointer<Slot>, count: Int)] = unsafe []
    }

    @usableFromInline let slots: Atomic<UnsafeMutablePointer<Slot>>
    private let growth: Lock<Growth>

    init() {
        let shift = UInt(UInt.bitWidth - 4)
        unsafe slots = Atomic(Self.makeSlots(shift: shift))
        unsafe growth = Lock(Growth(shift: shift))
    }

    deinit {
        unsafe growth.withLock { growth in
            while let old = unsafe growth.outgrown.popLast() {
                unsafe Self.free(old.slots, count: old.count)
            }
            unsafe Self.free(slots.load(ordering: .acquiring), count: Self.slotCount(shift: growth.shift))
        }
    }

    /// Returns the cell of `type`, or nil where none was inserted.
    ///
    /// - Complexity: O(1) on average.
    @inlinable
    @inline(__always)
    borrowing func find(_ type: ObjectIdentifier) -> UnsafeMutablePointer<KeptCell>? {
        let slots = unsafe self.slots.load(ordering: .acquiring)
        let key = UInt(bitPattern: type)
        let shift = unsafe slots.pointee.key.load(ordering: .relaxed)
        var place = Self.hash(key) &>> shift
        while true {
            // The place holding the shift comes first, hence the + 1.
            let found = unsafe slots[Int(bitPattern: place &+ 1)].key.load(ordering: .acquiring)
            if found == key { return unsafe slots[Int(bitPattern: place &+ 1)].cell }
            if found == 0 { return nil }
            place = (place &+ 1) & (UInt.max &>> shift)
        }
    }

    /// Adds the cell of a type that has none. Callers hold the environment's lock.
    borrowing func insert(_ cell: UnsafeMutablePointer<KeptCell>, for type: ObjectIdentifier) {
        let key = UInt(bitPattern: type)
        unsafe growth.withLock { growth in
            if unsafe (growth.count + 1) * 2 >= Self.slotCount(shift: growth.shift) { unsafe grow(&growth) }
            unsafe Self.store(cell, key: key, in: slots.load(ordering: .relaxed), shift: growth.shift)
            unsafe growth.count += 1
        }
    }

    @inlinable
    @inline(__always)
    static func hash(_ key: UInt) -> UInt {
        // Fibonacci hashing: the upper bits of the product depend on all bits of the pointer.
        key &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    }

    private borrowing func grow(_ growth: inout Growth) {
        let old = unsafe slots.load(ordering: .relaxed)
        let oldCount = unsafe Self.slotCount(shift: growth.shift)
        unsafe growth.shift -= 1
        let new = unsafe Self.makeSlots(shift: growth.shift)
        for index in 1..<oldCount {
            let key = unsafe old[index].key.load(ordering: .relaxed)
            if key != 0, let cell = unsafe old[index].cell {
                unsafe Self.store(cell, key: key, in: new, shift: growth.shift)
            }
        }
        unsafe growth.outgrown.append((old, oldCount))
        unsafe slots.store(new, ordering: .releasing)
    }

    private static func store(
        _ cell: UnsafeMutablePointer<KeptCell>, key: UInt, in slots: UnsafeMutablePointer<Slot>, shift: UInt
    ) {
        var place = hash(key) &>> shift
        while unsafe slots[Int(bitPattern: place &+ 1)].key.load(ordering: .relaxed) != 0 {
            place = (place &+ 1) & (UInt.max &>> shift)
        }
        unsafe slots[Int(bitPattern: place &+ 1)].cell = cell
        unsafe slots[Int(bitPattern: place &+ 1)].key.store(key, ordering: .releasing)
    }

    private static func slotCount(shift: UInt) -> Int {
        (1 << (UInt.bitWidth - Int(shift))) + 1
    }

    private static func makeSlots(shift: UInt) -> UnsafeMutablePointer<Slot> {
        let count = slotCount(shift: shift)
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        for index in 0..<count {
            unsafe (slots + index).initialize(to: Slot())
        }
        unsafe slots.pointee.key.store(shift, ordering: .relaxed)
        return unsafe slots
    }

    private static func free(_ slots: UnsafeMutablePointer<Slot>, count: Int) {
        unsafe slots.deinitialize(count: count)
        unsafe slots.deallocate()
    }
}
