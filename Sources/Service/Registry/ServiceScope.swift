/// How long an instance is cached, and who shares it.
public enum ServiceScope: Hashable, Sendable {
    /// One instance for each environment, created on first use and cached until a reset. The default.
    case singleton
    /// A new instance for every resolution.
    case transient
    /// One instance within one top-level resolution: services that are created together share it.
    case graph
    /// One instance for each environment, cached until ``ServiceEnv/resetScope(_:isolation:)`` ends the scope of this name.
    case custom(String)
    /// One instance for each environment, cached as long as something else holds a strong reference to it.
    ///
    /// Only objects can be held weakly: resolving a value fails with ``ServiceError/factoryFailed(serviceType:underlyingError:)``
    /// and a ``WeakScopeError``.
    case weak
    /// One instance for each environment, created again by the first resolution after this time.
    ///
    /// The environment's clock measures the time from when the instance was created. Wrappers keep the instance they read.
    case timed(Duration)

    /// Whether the environment caches instances of this scope.
    var isCached: Bool {
        switch self {
        case .singleton, .custom, .weak, .timed: true
        case .transient, .graph: false
        }
    }
}

extension ServiceScope: CustomStringConvertible {
    /// The scope as messages and graphs show it: `singleton`, `custom(session)`, `timed(1.5 s)`.
    public var description: String {
        switch self {
        case .singleton: "singleton"
        case .transient: "transient"
        case .graph: "graph"
        case .custom(let name): "custom(\(name))"
        case .weak: "weak"
        case .timed(let duration): "timed(\(Self.seconds(of: duration)) s)"
        }
    }

    /// The seconds of a duration as a decimal number without loss.
    private static func seconds(of duration: Duration) -> String {
        // Not the components: there are durations whose seconds they cannot hold.
        let (seconds, attoseconds) = duration.attoseconds.quotientAndRemainder(dividingBy: attosecondsInSecond)
        guard attoseconds != 0 else { return "\(seconds)" }
        let digits = "\(attoseconds.magnitude)"
        var fraction = String(repeating: "0", count: 18 - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(duration < .zero ? "-" : "")\(seconds.magnitude).\(fraction)"
    }

    private static var attosecondsInSecond: Int128 { Int128(1_000_000_000_000_000_000) }

    private static func duration(ofSeconds text: some StringProtocol) -> Duration? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let seconds = Int128(first) else { return nil }
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: attosecondsInSecond)
        guard !isTooLong else { return nil }
        guard parts.count == 2 else { return Duration(attoseconds: whole) }
        let padded = parts[1] + String(repeating: "0", count: max(0, 18 - parts[1].count))
        guard padded.count == 18, let attoseconds = Int128(padded), attoseconds >= 0 else { return nil }
        let (sum, isOutside) = whole.addingReportingOverflow(first.hasPrefix("-") ? -attoseconds : attoseconds)
        return isOutside ? nil : Duration(attoseconds: sum)
    }
}

extension ServiceScope: Codable {
    /// Reads a scope from its ``description``.
    ///
    /// - Parameter decoder: Has the text.
    /// - Throws: `DecodingError.dataCorrupted` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        switch text {
        case "singleton": self = .singleton
        case "transient": self = .transient
        case "graph": self = .graph
        case "weak": self = .weak
        // By bytes, as a parenthesis and what the name begins or ends with may be one character.
        case _ where text.utf8.starts(with: "custom(".utf8) && text.utf8.last == UInt8(ascii: ")"):
            self = .custom(String(Substring(text.utf8.dropFirst("custom(".utf8.count).dropLast())))
        case _ where text.hasPrefix("timed(") && text.hasSuffix(" s)"):
            guard let duration = Self.duration(ofSeconds: text.dropFirst("timed(".count).dropLast(" s)".count)) else {
                fallthrough
            }
            self = .timed(duration)
        default:
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: """
                    '\(text)' is not a scope: expected singleton, transient, graph, weak, custom(name) or timed(seconds s).
                    """)
        }
    }

    /// Writes a scope as its ``description``.
    ///
    /// - Parameter encoder: Receives the text.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
