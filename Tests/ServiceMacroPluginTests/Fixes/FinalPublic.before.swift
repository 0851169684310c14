public import Service
import ServiceMacros

@Injectable
public class Uploader {
    public init() {}
}

public func register(in env: ServiceEnv) {}
