/// The headers that every page and every file of it is sent with.
public enum PageHeaders {
    /// The headers by name.
    ///
    /// Only our own files run, nothing from another host is loaded, and no other site shows the page in a frame.
    public static let all: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cache-Control", "no-cache"),
    ]
}
