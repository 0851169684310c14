#if !OUTBOX
// What somebody meets who uses this module without its trait: the module is empty but for the name one begins with.

/// Needs the trait `Outbox`.
@available(*, unavailable, message: "Enable the trait 'Outbox' of swift-service: it is missing from 'traits:'.")
public typealias Outbox = Never
#endif
