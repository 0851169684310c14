#if Macros
/// Generates a guard beside a protocol: a class that protects the calls of a service.
///
/// ```swift
/// @Resilient
/// protocol RateService: Sendable {
///     @Idempotent @Fallback func rates(for day: Day) async throws -> Rates
///     func publish(_ rates: Rates) async throws(RateError)
/// }
/// ```
///
/// ```swift
/// env.registerResilient(
///     ResilientRateService.self, health: "rates", policy: .server, manager: health, fallback: { ShippedRates() }
/// ) { LiveRates() }
///
/// let service = try env.resolve((any RateService).self)
/// ```
///
/// Asynchronous requirements go through the pipeline, synchronous ones are forwarded. The file imports `ServiceHealth` too.
///
/// - Important: Repeat requirements that are inherited from another protocol. One that is not repeated does not compile or, if it
///   has a default implementation, runs that, and not the live service.
@attached(peer, names: prefixed(Resilient))
public macro Resilient() = #externalMacro(module: "ServiceMacroPlugin", type: "ResilientMacro")

/// Generates a guard for a protocol of another module, whose requirements the annotated protocol repeats.
///
/// ```swift
/// @Resilient(of: (any ExportService).self)
/// protocol Exports {
///     func export(_ name: String) async throws -> [String]
/// }
/// ```
///
/// This generates `ResilientExports: ExportService`. No type conforms to `Exports` itself. Requirements that are missing or
/// outdated do not compile, except for those with a default implementation, which then runs in place of the live service. Leave out
/// members that the macro refuses, and write them in an `extension ResilientExports`, over `_live` and `_calls`.
///
/// - Parameter service: The protocol, as `(any Name).self`.
@attached(peer, names: prefixed(Resilient))
public macro Resilient(of service: any Any.Type) =
    #externalMacro(module: "ServiceMacroPlugin", type: "ResilientMacro")

/// Marks a call that may be made again after a failure.
@attached(peer)
public macro Idempotent() = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")

/// Lets the stand-in answer the same call if the service does not.
@attached(peer)
public macro Fallback() = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")

/// Sets what a call returns if the service does not answer.
///
/// - Parameter value: An expression of the requirement's type, evaluated for each such call.
@attached(peer)
public macro Fallback(_ value: Any?) = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")

/// Sets what a call returns if the service does not answer.
///
/// - Parameter value: An array, often `[]`, evaluated for each such call.
@attached(peer)
public macro Fallback(_ value: [Any]) = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")

/// Sets what a call returns if the service does not answer.
///
/// - Parameter value: A dictionary, often `[:]`, evaluated for each such call.
@attached(peer)
public macro Fallback(_ value: [AnyHashable: Any]) = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")

/// Forwards an asynchronous requirement unchanged.
@attached(peer)
public macro Unguarded() = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")

/// Forwards a synchronous requirement that throws, and records its outcome as the service's health.
@attached(peer)
public macro Recorded() = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")
#endif
