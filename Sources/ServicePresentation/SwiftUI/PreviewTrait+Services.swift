#if canImport(SwiftUI)
public import Service
public import SwiftUI

extension PreviewTrait where T == Preview.ViewTraits {
    /// Registers services for a preview, before its views are made.
    ///
    /// ```swift
    /// #Preview(traits: .services { $0.register((any ItemService).self) { SampleItems() } }) {
    ///     InventoryScreen()
    /// }
    /// ```
    ///
    /// The services are registered in the environment that is current in the preview's process, which is `ServiceEnv.online`, so
    /// views that SwiftUI makes later get them as well. Other previews of the file may share that process: let each register
    /// everything it replaces.
    ///
    /// - Parameter register: Receives the environment, to register or assemble services in.
    @MainActor
    public static func services(_ register: (ServiceEnv) -> Void) -> PreviewTrait {
        register(.current)
        return PreviewTrait()
    }
}
#endif
