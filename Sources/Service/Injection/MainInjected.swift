/// Injects a main-actor service: another name for ``MainService``, for files that use ``Injected``.
public typealias MainInjected<Value> = MainService<Value>
