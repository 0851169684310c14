import Inventory
import ServicePresentation

/// An item was deleted while somebody edited it.
struct ItemGone: UserFacingError {
    var userMessage: String { ControllerTexts.current.itemGone }
    var isRecoverable: Bool { false }
}
