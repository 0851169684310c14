// error: cannot form main actor-isolated conformance of 'Theme' to SendableMetatype-inheriting protocol 'ServiceKey'
import Service

struct Theme: @MainActor ServiceKey {
    static var `default`: Theme { Theme() }
}
