public import Logging
public import NestoryRemote

/// What a program may be told about where its services are.
public struct LiveOptions: Sendable {
    /// Where the European Central Bank's daily rates are; nil for those that came with the program.
    public var rates: WebAddress?
    /// Whom to tell about warranties that end; nil for nobody.
    public var webhook: WebAddress?
    /// Where services tell what is not told to people.
    public var logger: Logger

    /// Describes the options; without arguments, a program that asks nobody.
    public init(rates: WebAddress? = nil, webhook: WebAddress? = nil, logger: Logger = Logger(label: "nestory")) {
        self.rates = rates
        self.webhook = webhook
        self.logger = logger
    }
}
