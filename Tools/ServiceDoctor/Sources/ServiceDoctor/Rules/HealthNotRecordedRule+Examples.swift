/// The code that the rule must and must not report, which are its tests and its page as well.
extension HealthNotRecordedRule {
    static let triggering: [RuleExample] = [
        """
        final class LiveInventoryService: InventoryService {
            func items() async -> [Item] {
                do { return try await database.items() } ↓catch {
                    Logger.service.error("No items: \\(error)")
                    return []
                }
            }
        }
        final class Other { func f() { health.recordFailure(for: .other, error: error) } }
        """,
        """
        import ServiceHealth
        actor CurrencyService {
            func rates() async -> Rates {
                do { return try await fetch() } ↓catch { return .shipped }
            }
        }
        """,
        """
        import ServiceHealth
        enum BackupKey: DependencyKey {
            static var liveValue: any BackupService {
                do { return try LiveBackupService() } ↓catch {
                    Logger.service.error("Backup: \\(error)")
                    return OfflineBackupService()
                }
            }
        }
        """,
        """
        import ServiceHealth
        env.register(Inventory.self) {
            do { return try SQLiteInventory(path) } ↓catch { return LastKnownInventory() }
        }
        """,
        """
        import ServiceHealth
        struct NotificationServiceLive: NotificationService {
            func send(_ note: Note) async -> Bool {
                do { try await hook.post(note); return true } ↓catch { return false }
            }
        }
        """,
        """
        import ServiceHealth
        extension ExportService {
            func export() -> URL? {
                do { return try write() } ↓catch let error as NSError {
                    logger.warning("export failed \\(error.code)")
                    return nil
                }
            }
        }
        """,
    ]

    static let clean: [RuleExample] = [
        """
        import ServiceHealth
        actor CurrencyService {
            func rates() async throws -> Rates {
                try await withCheckedThrowingContinuation { continuation in
                    do { continuation.resume(returning: try decode()) } catch {
                        continuation.resume(throwing: RatesError.unreadable)
                    }
                }
            }
        }
        """,
        """
        final class Uploader { func failed() { backOffManager.recordFailure(); hosts.recordFailure(for: host) } }
        actor CurrencyService {
            func rates() async -> Rates {
                do { return try await fetch() } catch { return .shipped }
            }
        }
        """,
        """
        import ServiceHealth
        final class GuardedRateService: RateService {
            func rates() async throws -> Rates {
                do {
                    return try await breaker.run { try await live.rates() }
                } catch {
                    return try await lastKnown.rates()
                }
            }
        }
        """,
        """
        import ServiceHealth
        final class LastKnownRates: RateService {
            func read() -> Rates? {
                do { return try decode() } catch {
                    logger.warning("no rates: \\(error)")
                    return nil
                }
            }
        }
        """,
        """
        import ServiceHealth
        actor CurrencyService {
            func rates() async throws -> Rates {
                do { return try await fetch() } catch {
                    logger.error("\\(error)")
                    throw RatesError.unavailable
                }
            }
        }
        """,
        """
        actor CurrencyService {
            func rates() async -> Rates {
                do { return try await fetch() } catch {
                    ServiceHealthManager.shared.recordFailure(for: .currency, error: error)
                    return .shipped
                }
            }
        }
        """,
        """
        actor CurrencyService {
            func rates() async -> Rates {
                do { return try await fetch() } catch {
                    note(error)
                    return .shipped
                }
            }
            func note(_ error: any Error) { health.recordFailure(for: .currency, error: error) }
        }
        """,
        """
        actor CurrencyService {
            func rates() async -> Rates {
                do { return try await fetch() } catch { return .shipped }
            }
        }
        """,
        """
        final class Providers {
            static let shared = Providers()
            func recordFailure(for provider: Provider, error: any Error) { failures[provider] = error }
            func failed(_ error: any Error) { Self.shared.recordFailure(for: .main, error: error) }
        }
        actor CurrencyService {
            func rates() async -> Rates {
                do { return try await fetch() } catch { return .shipped }
            }
        }
        """,
        """
        import ServiceHealth
        actor KeyService {
            func hasKey(for host: String) async -> Bool {
                do { return try await !key(for: host).isEmpty } catch { return false }
            }
        }
        """,
        """
        import ServiceHealth
        final class ItemsController {
            func load() async {
                do { items = try await service.items() } catch { message = "Not loaded." }
            }
        }
        """,
        """
        import ServiceHealth
        actor CurrencyService {
            func rates() async -> Result<Rates, any Error> {
                do { return .success(try await fetch()) } catch { return .failure(error) }
            }
        }
        """,
        """
        import ServiceHealth
        actor CurrencyService {
            func refresh(_ done: (any Error) -> Void) async {
                do { try await fetch() } catch is CancellationError { return } catch { done(error) }
            }
        }
        """,
        """
        import ServiceHealth
        actor CurrencyService {
            func parse(_ text: String) -> Double? {
                do { return try Parser.number(text) } catch ParserError.empty { return nil } catch { preconditionFailure() }
            }
        }
        """,
    ]
}
