#if Health
/// Why a wait for a place ended.
enum WaitEnd: Sendable, Equatable {
    case admitted, cancelled, timedOut
}
#endif
