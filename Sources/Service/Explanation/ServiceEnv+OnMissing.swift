extension ServiceEnv {
    /// Returns a derived environment that tells of every resolution in it that finds nothing registered.
    ///
    /// Its children and environments derived from it do the same. An optional wrapper asks first, and is not reported.
    ///
    /// - Parameters:
    ///   - name: The name that messages use for the new environment.
    ///   - onMissing: Receives an explanation for the developer: the error, the path, and similar names. Called on the thread
    ///     that resolves, without a lock held, before the error is thrown.
    ///   - purpose: What the new environment is for; nil, the default, for the purpose of this one.
    package func derived(
        name: String, onMissing: (@Sendable (_ explanation: String) -> Void)?, purpose: Purpose? = nil
    ) -> ServiceEnv {
        var traits = storage.traits
        traits.purpose = purpose ?? traits.purpose
        traits.onMissing = nil
        if let onMissing {
            traits.onMissing = { environment, error, request in
                onMissing(Explanation(of: error, in: environment, resolving: request).text)
            }
        }
        return derived(name: name, traits)
    }

    /// Returns a derived environment for another purpose.
    package func derived(name: String, purpose: Purpose) -> ServiceEnv {
        var traits = storage.traits
        traits.purpose = purpose
        return derived(name: name, traits)
    }
}
