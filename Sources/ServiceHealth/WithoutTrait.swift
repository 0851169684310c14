#if !Health
// What somebody meets who uses this module without its trait: the module is empty but for the names one begins with.

/// Needs the trait `Health`.
@available(*, unavailable, message: "Enable the trait 'Health' of swift-service: it is missing from 'traits:'.")
public typealias ServiceHealthManager = Never

/// Needs the trait `Health`.
@available(*, unavailable, message: "Enable the trait 'Health' of swift-service: it is missing from 'traits:'.")
public typealias ServiceID = Never

/// Needs the trait `Health`.
@available(*, unavailable, message: "Enable the trait 'Health' of swift-service: it is missing from 'traits:'.")
public typealias ResiliencePipeline = Never

/// Needs the trait `Health`.
@available(*, unavailable, message: "Enable the trait 'Health' of swift-service: it is missing from 'traits:'.")
public typealias ResiliencePolicy = Never

/// Needs the trait `Health`.
@available(*, unavailable, message: "Enable the trait 'Health' of swift-service: it is missing from 'traits:'.")
public typealias HealthChecks = Never
#endif
