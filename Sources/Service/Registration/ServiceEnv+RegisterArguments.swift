extension ServiceEnv {
    /// Registers a factory that takes arguments at each resolution.
    ///
    /// A service with arguments is another service than the one without, or with arguments of other types. It is made
    /// anew each time, and may resolve itself with other arguments.
    ///
    /// ```swift
    /// env.register(Report.self, arguments: { (year: Int, locale: Locale) in Report(year, locale) })
    /// let report = try env.resolve(Report.self, arguments: 2026, Locale.current)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance from the arguments.
    @inlinable
    public func register<S: Sendable, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        arguments factory: @escaping @Sendable (First, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceArguments<First, repeat each Rest>.identity(of: type, name: name), scope: .transient,
            factory: unsafe .arguments { arguments, destination in
                let values = unsafe ServiceArguments<First, repeat each Rest>.read(arguments)
                let made = try factory(values.first, repeat each values.rest)
                unsafe destination.initializeMemory(as: S.self, to: made)
            },
            place: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Registers a factory of the main actor that takes arguments at each resolution.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance from the arguments, see ``register(_:name:fileID:line:arguments:)``.
    @inlinable
    @MainActor
    public func registerMain<S, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        arguments factory: @escaping @MainActor (First, repeat each Rest) throws -> S
    ) {
        // Over the arguments as one value: a closure over a pack cannot be stored in a generic type.
        let factory = MainOwned<@MainActor (ServiceArguments<First, repeat each Rest>) throws -> S> {
            try factory($0.first, repeat each $0.rest)
        }
        storage.register(
            ServiceArguments<First, repeat each Rest>.identity(of: type, name: name), scope: .transient,
            factory: unsafe .mainArguments { arguments, destination in
                let values = unsafe ServiceArguments<First, repeat each Rest>.read(arguments)
                let made = try factory.value(values)
                unsafe destination.initializeMemory(as: S.self, to: made)
            },
            place: RegistrationPlace(fileID: fileID, line: line), isolation: MainActor.shared)
    }
}
