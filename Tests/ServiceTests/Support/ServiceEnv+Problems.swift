import Service

extension ServiceEnv {
    /// What ``validate()`` reports; empty where it finds nothing.
    func problems() -> [ServiceValidationError.Problem] {
        do {
            try validate()
            return []
        } catch {
            return error.problems
        }
    }
}
