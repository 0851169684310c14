import Inventory
import ServicePresentation

/// The texts of this target that people read.
struct ControllerTexts: Sendable {
    var itemGone: String

    static let english = ControllerTexts(
        itemGone: "Somebody deleted this item meanwhile. What you typed is kept here; add it as a new item.")
    static let simplifiedChinese = ControllerTexts(itemGone: "该物品已被删除。您输入的内容仍保留在此，可作为新物品添加。")

    /// The texts in the language of the person being served.
    static var current: ControllerTexts {
        switch Language.current {
        case .english: english
        case .simplifiedChinese: simplifiedChinese
        }
    }
}

extension ErrorPresenter {
    /// Finds the words for what Nestory's services throw.
    static func nestory(in language: Language) -> ErrorPresenter {
        let texts: PresentationTexts =
            switch language {
            case .english: .english
            case .simplifiedChinese: .simplifiedChinese
            }
        return ErrorPresenter(texts: texts).adding { error in
            guard let error = error as? InventoryError else { return nil }
            let message = Language.$current.withValue(language) { error.message }
            return UserMessage(message: message, isRecoverable: error.mayPass)
        }
    }
}
