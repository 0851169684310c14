public import Synchronization

/// Finds the element of a type without taking a lock. Somebody else owns the elements.
///
/// An open-addressing table that only grows. Readers load the current places and probe; a writer, alone under the
/// environment's lock, publishes an element by storing its key last. Outgrown places stay until the table is released,
/// since a reader may still be probing them; as each array is half as large as the next, they add less than the newest
/// one's size.
///
/// Safe because places are written under a lock, published by a releasing store and freed only with the table.
@safe
@usableFromInline
struct InstanceTable<Element: AnyObject>: ~Copyable, @unchecked Sendable {
    /// One place in the table. In the first place of all, `key` holds the shift that turns a hash into an index.
    @safe
    @usableFromInline
    struct Place: ~Copyable {
        @usableFromInline let key = Atomic<UInt>(0)
        @usableFromInline var element: Borrowed<Element>?

        @usableFromInline
        init() {}
    }

    /// What only a writer needs.
    @unsafe
    private struct Growth {
        var count = 0
        var shift: UInt
        var outgrown: [(places: UnsafeMutablePointer<Place>, count: Int)] = unsafe []
    }

    @usableFromInline let places: Atomic<UnsafeMutablePointer<Place>>
    private let growth: Lock<Growth>

    init() {
        let shift = UInt(UInt.bitWidth - 3)
        unsafe places = Atomic(Self.makePlaces(shift: shift))
        unsafe growth = Lock(Growth(shift: shift))
    }

    deinit {
        unsafe growth.withLock { growth in
            while let old = unsafe growth.outgrown.popLast() {
                unsafe Self.free(old.places, count: old.count)
            }
            unsafe Self.free(places.load(ordering: .acquiring), count: Self.placeCount(shift: growth.shift))
        }
    }

    /// Returns the element of a type; nil if none was inserted.
    ///
    /// - Complexity: O(1) on average.
    @inlinable
    @inline(__always)
    borrowing func find(_ type: ObjectIdentifier) -> Borrowed<Element>? {
        let places = unsafe self.places.load(ordering: .acquiring)
        let key = UInt(bitPattern: type)
        let shift = unsafe places.pointee.key.load(ordering: .relaxed)
        var index = Self.hash(key) &>> shift
        while true {
            // The place with the shift comes first, hence the + 1.
            let found = unsafe places[Int(bitPattern: index &+ 1)].key.load(ordering: .acquiring)
            if found == key { return unsafe places[Int(bitPattern: index &+ 1)].element }
            if found == 0 { return nil }
            index = (index &+ 1) & (UInt.max &>> shift)
        }
    }

    /// Adds the element of a type that has none. Callers hold the environment's lock.
    borrowing func insert(_ element: Borrowed<Element>, for type: ObjectIdentifier) {
        let key = UInt(bitPattern: type)
        unsafe growth.withLock { growth in
            if unsafe (growth.count + 1) * 2 >= Self.placeCount(shift: growth.shift) { unsafe grow(&growth) }
            unsafe Self.store(element, key: key, in: places.load(ordering: .relaxed), shift: growth.shift)
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
        let old = unsafe places.load(ordering: .relaxed)
        let oldCount = unsafe Self.placeCount(shift: growth.shift)
        unsafe growth.shift -= 1
        let new = unsafe Self.makePlaces(shift: growth.shift)
        for index in 1..<oldCount {
            let key = unsafe old[index].key.load(ordering: .relaxed)
            if key != 0, let element = unsafe old[index].element {
                unsafe Self.store(element, key: key, in: new, shift: growth.shift)
            }
        }
        unsafe growth.outgrown.append((old, oldCount))
        unsafe places.store(new, ordering: .releasing)
    }

    private static func store(
        _ element: Borrowed<Element>, key: UInt, in places: UnsafeMutablePointer<Place>, shift: UInt
    ) {
        var index = hash(key) &>> shift
        while unsafe places[Int(bitPattern: index &+ 1)].key.load(ordering: .relaxed) != 0 {
            index = (index &+ 1) & (UInt.max &>> shift)
        }
        unsafe places[Int(bitPattern: index &+ 1)].element = element
        unsafe places[Int(bitPattern: index &+ 1)].key.store(key, ordering: .releasing)
    }

    private static func placeCount(shift: UInt) -> Int {
        (1 << (UInt.bitWidth - Int(shift))) + 1
    }

    private static func makePlaces(shift: UInt) -> UnsafeMutablePointer<Place> {
        let count = placeCount(shift: shift)
        let places = UnsafeMutablePointer<Place>.allocate(capacity: count)
        for index in 0..<count {
            unsafe (places + index).initialize(to: Place())
        }
        unsafe places.pointee.key.store(shift, ordering: .relaxed)
        return unsafe places
    }

    private static func free(_ places: UnsafeMutablePointer<Place>, count: Int) {
        // Without deinitialising: keys and borrowed references own nothing.
        unsafe places.deallocate()
    }
}
