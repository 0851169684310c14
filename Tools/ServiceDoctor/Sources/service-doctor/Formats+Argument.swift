public import ArgumentParser
public import ServiceDoctor

extension OutputFormat: ExpressibleByArgument {}
extension RuleFormat: ExpressibleByArgument {}
