public import Logging
public import NestoryRemote
public import NestoryServices
public import PrometheusText

/// What a program may be told about where its services are.
public struct LiveOptions: Sendable {
    /// Where the European Central Bank's daily rates are; nil for those that came with the program.
    public var rates: WebAddress?
    /// The address that is told about warranties that end; nil for none.
    public var webhook: WebAddress?
    /// The folder for copies of the inventory; nil for one beside its file.
    public var backups: String?
    /// The file for changes that wait until the inventory is available; nil to refuse them instead.
    public var outbox: String?
    /// The database that takes the place of the inventory's file; nil for the file.
    public var server: ServerDatabase?
    /// Whether an inventory may be made where there is none; only a server database asks.
    public var mayCreate = true
    /// Whether the program goes on where the inventory cannot be opened, as a server does.
    public var staysUp: Bool
    /// How the services are protected.
    public var policies: ServicePolicies
    /// What the program's metrics are counted in.
    public var metrics: PrometheusRegistry
    /// Where services tell what is not told to people.
    public var logger: Logger

    /// Describes the options; without arguments, a program that asks nobody.
    public init(
        rates: WebAddress? = nil, webhook: WebAddress? = nil, backups: String? = nil, outbox: String? = nil,
        server: ServerDatabase? = nil, staysUp: Bool = false, policies: ServicePolicies = ServicePolicies(),
        metrics: PrometheusRegistry = .nestory(), logger: Logger = Logger(label: "nestory")
    ) {
        self.rates = rates
        self.webhook = webhook
        self.backups = backups
        self.outbox = outbox
        self.server = server
        self.staysUp = staysUp
        self.policies = policies
        self.metrics = metrics
        self.logger = logger
    }

    /// The folder for copies of an inventory.
    public func backupFolder(of path: String) -> String { backups ?? path + "-backups" }
}
