public import ServiceHealth

/// Looks after the services: notices a file that has gone bad before somebody needs it, and tries what is degraded
/// again, so that it recovers also while nobody uses it.
public struct ServiceWatch: Sendable {
    /// Tries a service. What comes of it is noted where its calls are protected.
    public typealias Probe = @Sendable () async throws -> Void

    /// How often it looks. A look costs two short reads while all is well.
    public static let interval = Duration.seconds(1)

    private let inventory: GuardedInventory
    private let probes: [ServiceID: Probe]
    private let protection: ServiceProtection
    private let chaos: Chaos
    private let clock: any Clock<Duration>

    /// Watches over services.
    ///
    /// - Parameters:
    ///   - inventory: Is looked at each time.
    ///   - probes: Try the other services, where they are degraded or disturbed.
    ///   - clock: What the time between two looks is based on.
    public init(
        inventory: GuardedInventory, probes: [ServiceID: Probe], protection: ServiceProtection, chaos: Chaos,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.inventory = inventory
        self.probes = probes
        self.protection = protection
        self.chaos = chaos
        self.clock = clock
    }

    /// Looks again and again, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            await look()
            do { try await clock.sleep(for: Self.interval) } catch { return }
        }
    }

    /// Looks once at all services.
    public func look() async {
        await withTaskGroup { group in
            let disturbed = chaos.services
            group.addTask { await inventory.check(isDisturbed: disturbed.contains(.inventory)) }
            for (service, probe) in probes {
                guard protection.doubts(service) || disturbed.contains(service) else { continue }
                group.addTask {
                    // A failure is noted already; a success is what was hoped for.
                    do { try await probe() } catch _ {}
                }
            }
        }
    }
}
