#if Health
/// What a service throws in these tests, numbered where it matters which time.
struct Down: Error, Equatable {
    var number = 0
}

/// Another error.
struct Elsewhere: Error, Equatable {}
#endif
