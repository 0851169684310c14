#if Macros
import Service

/// Lets the container create a type with its initialiser.
///
/// ```swift
/// @Injectable
/// final class Uploader: Uploading {
///     init(client: any HTTPClient, @Named("primary") store: any PhotoStore, limit: Int = 3) throws {}
/// }
/// ```
///
/// ```swift
/// env.register((any Uploading).self, as: Uploader.self) { $0 }
/// ```
///
/// Every parameter is a service, resolved by its type; `@Named` by its name as well. A `@Passed` parameter comes with the
/// resolution. A parameter with a default value keeps it. The file imports `Service` too.
@attached(
    extension, conformances: Injectable, AsyncInjectable, MainInjectable, ArgumentInjectable,
    names: named(needs), named(make), named(creation))
public macro Injectable() = #externalMacro(module: "ServiceMacroPlugin", type: "InjectableMacro")

/// Marks the initialiser that the container calls, if there are several.
@attached(peer)
public macro Inject() = #externalMacro(module: "ServiceMacroPlugin", type: "MarkerMacro")
#endif
