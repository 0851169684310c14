extension ServiceEnv {
    /// Registers a factory that takes arguments at each resolution.
    ///
    /// A service with arguments is separate from the one of the same type without arguments, or with arguments of other
    /// types. Each resolution creates a new instance, and its factory may resolve the same service with other
    /// arguments.
    ///
    /// ```swift
    /// env.register(Report.self, arguments: { (year: Int, locale: Locale) in Report(year, locale) })
    /// let report = try env.resolve(Report.self, arguments: 2026, Locale.current)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the arguments.
    @inlinable
    public func register<S: Sendable, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        arguments factory: @escaping @Sendable (First, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceArguments<First, repeat each Rest>.identity(of: type, name: name),
            .sync(
                SyncFactory(isMain: false) { arguments, output in
                    let values = arguments.read(as: ServiceArguments<First, repeat each Rest>.self)
                    output.set(try factory(values.first, repeat each values.rest))
                }),
            Registration.Options(scope: .transient, fileID: fileID, line: line))
    }

    /// Registers a factory of the main actor that takes arguments at each resolution.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the arguments, see ``register(_:name:fileID:line:arguments:)``.
    @inlinable
    @MainActor
    public func registerMain<S, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        arguments factory: @escaping @MainActor (First, repeat each Rest) throws -> S
    ) {
        // Over the arguments as one value: a closure over a pack cannot be stored in a generic type.
        let factory = MainInstanceOf<@MainActor (ServiceArguments<First, repeat each Rest>) throws -> S> {
            try factory($0.first, repeat each $0.rest)
        }
        storage.register(
            ServiceArguments<First, repeat each Rest>.identity(of: type, name: name),
            .sync(
                SyncFactory(isMain: true) { arguments, output in
                    try MainActor.assumeIsolated {
                        let values = arguments.read(as: ServiceArguments<First, repeat each Rest>.self)
                        output.set(try factory.value(values))
                    }
                }),
            Registration.Options(scope: .transient, fileID: fileID, line: line))
    }
}
