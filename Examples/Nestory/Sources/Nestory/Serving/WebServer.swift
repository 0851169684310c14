import ServiceLifecycle

/// Answers over HTTP until it is told to stop.
protocol WebServer: ServiceLifecycle::Service {}
