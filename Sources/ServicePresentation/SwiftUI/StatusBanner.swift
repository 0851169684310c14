#if canImport(SwiftUI)
public import SwiftUI

/// Tells people at the top of a page that something works only in part. Takes no space while everything works.
///
/// This module knows nothing of health, so the text comes from a closure. It is called while the view is drawn; if it
/// reads observable state, the banner follows that state.
///
/// ```swift
/// StatusBanner { health.isDegradedMode ? health.statusMessage(for: .inventory) : nil }
/// ```
public struct StatusBanner: View {
    private let status: @MainActor () -> String?

    /// Creates a banner.
    ///
    /// - Parameter status: Returns the text for people, or nil while everything works.
    public init(_ status: @escaping @MainActor () -> String?) {
        self.status = status
    }

    /// What is drawn.
    public var body: some View {
        if let status = status() {
            HStack {
                Image(systemName: "info.circle").accessibilityHidden(true)
                Text(verbatim: status)
            }
            .font(.footnote)
            .padding()
            .accessibilityElement(children: .combine)
        }
    }
}
#endif
