public import Service
import ServiceMacros

@Injectable
public final class Uploader {
    public init() {}
}

public func register(in env: ServiceEnv) {}
