public import PrometheusText

extension PrometheusRegistry {
    /// Makes a registry that knows what this program's metrics mean.
    public static func nestory() -> PrometheusRegistry {
        PrometheusRegistry(help: [
            "service_health_calls_total": "Protected calls, by what they came to.",
            "service_health_call_duration_seconds": "How long protected calls took.",
            "service_health_circuit_state":
                "0 where calls go through, 1 where they are tried, 2 where they are refused.",
            "service_health_retries_total": "Calls that were made again.",
            "service_health_fallbacks_total": "Calls that a fallback answered.",
            "service_health_check_status": "1 where a check passed, 0.5 where it warned, 0 where it failed.",
            "http_requests_total": "Requests, by method, address and answer.",
            "http_request_duration_seconds": "How long requests took.",
        ])
    }
}
