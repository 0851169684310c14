import Service

// What resolving ends with, as a value: for threads to return, and to be compared.

extension ServiceEnv {
    func outcome<S: Sendable>(_ type: S.Type) -> Result<S, ServiceError> {
        do throws(ServiceError) { return .success(try resolve(type)) } catch { return .failure(error) }
    }

    /// The error that resolving fails with; nil if it does not.
    func failure<S: Sendable>(_ type: S.Type) -> ServiceError? { outcome(type).error }

    @MainActor
    func failureMain<S>(_ type: S.Type) -> ServiceError? {
        do throws(ServiceError) {
            try resolveMain(type)
            return nil
        } catch {
            return error
        }
    }

    /// Whether a service can be resolved.
    func has<S: Sendable>(_ type: S.Type) -> Bool { outcome(type).error == nil }
}

extension Service {
    func outcome() -> Result<Value, ServiceError> {
        do throws(ServiceError) { return .success(try resolve()) } catch { return .failure(error) }
    }
}

extension Provider {
    func outcome() -> Result<Value, ServiceError> {
        do throws(ServiceError) { return .success(try resolve()) } catch { return .failure(error) }
    }
}

extension MainService {
    @MainActor
    func failure() -> ServiceError? {
        do throws(ServiceError) {
            _ = try resolve()
            return nil
        } catch {
            return error
        }
    }
}

extension MainProvider {
    @MainActor
    func failure() -> ServiceError? {
        do throws(ServiceError) {
            _ = try resolve()
            return nil
        } catch {
            return error
        }
    }
}
