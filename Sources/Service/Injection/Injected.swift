/// Injects a service: another name for ``Service/Service``.
///
/// Use it in files that also import a module with a type named `Service`, such as `ServiceLifecycle`:
///
/// ```swift
/// struct Worker {
///     @Injected var database: any Database
/// }
/// ```
public typealias Injected<Value: Sendable> = Service<Value>
