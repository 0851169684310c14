#if !Lifecycle
// What somebody meets who uses this module without its trait: the module is empty but for the name one begins with.

/// Needs the trait `Lifecycle`.
@available(*, unavailable, message: "Enable the trait 'Lifecycle' of swift-service: it is missing from 'traits:'.")
public typealias EnvironmentServiceGroup = Never
#endif
