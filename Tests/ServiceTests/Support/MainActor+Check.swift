import Dispatch

private let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

extension MainActor {
    /// Whether the caller runs on the main actor, where a check must not trap. It is not always on the main thread.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
