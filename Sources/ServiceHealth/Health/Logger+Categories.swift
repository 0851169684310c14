#if Health
public import Logging

extension Logger {
    /// What services do: created, failed, degraded, recovered.
    public static var service: Logger { category("service") }
    /// What happens in the interface.
    public static var ui: Logger { category("ui") }
    /// What happens to stored data.
    public static var data: Logger { category("data") }
    /// What happens on the network.
    public static var network: Logger { category("network") }

    /// Made at each use, so that a log handler installed later is not missed.
    private static func category(_ name: String) -> Logger {
        var logger = Logger(label: name)
        logger[metadataKey: "category"] = .string(name)
        return logger
    }
}
#endif
