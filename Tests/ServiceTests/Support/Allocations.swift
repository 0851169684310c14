import CAllocationCounter

/// Returns how often `body` allocates memory when it runs for the second time; nil where that cannot be counted.
///
/// The first run makes what is kept, and what the runtime needs once.
func allocations(_ body: () -> Void) -> Int? {
    body()
    let before = allocation_count()
    body()
    let after = allocation_count()
    return before < 0 ? nil : after - before
}
