extension Validator where Value == String {
    /// Wants at least one character that is not white space.
    public static var required: Validator {
        Validator(translated: { value, texts in value.allSatisfy(\.isWhitespace) ? texts.required : nil })
    }

    /// This validator, content with the empty text too: `.email.orEmpty` is an address that may be left out.
    public var orEmpty: Validator {
        Validator(translated: { value, texts in value.isEmpty ? nil : error(for: value, in: texts) })
    }

    /// Wants an email address with a dot in its domain.
    public static var email: Validator { email(requiresDottedDomain: true) }

    /// Wants an email address, by the rule of browsers for `input type=email`.
    ///
    /// The text is not trimmed: white space around an address makes it invalid.
    ///
    /// - Parameter requiresDottedDomain: Whether the domain needs a dot, as every public one has. The rule of
    ///   browsers alone accepts `me@localhost`.
    public static func email(requiresDottedDomain: Bool) -> Validator {
        Validator(translated: { value, texts in
            EmailAddress.isValid(value, requiresDottedDomain: requiresDottedDomain) ? nil : texts.invalidEmail
        })
    }

    /// Wants a password of at least so many Unicode code points, and nothing else of it.
    ///
    /// There is no upper limit and no rule about kinds of characters, as NIST SP 800-63B advises.
    ///
    /// - Parameter minimum: The smallest number of code points.
    public static func password(minimum: Int = 8) -> Validator {
        Validator(translated: { value, texts in
            value.unicodeScalars.count >= minimum ? nil : texts.passwordTooShort(minimum)
        })
    }

    /// Wants a length, in characters as people count them, within a range.
    ///
    /// - Parameter range: The lengths that are accepted.
    public static func length(_ range: ClosedRange<Int>) -> Validator {
        Validator(translated: { value, texts in
            range.contains(value.count) ? nil : texts.lengthOutOfRange(range.lowerBound, range.upperBound)
        })
    }

    /// Wants a length, in characters as people count them, of at least the bound.
    ///
    /// - Parameter range: The lengths that are accepted.
    public static func length(_ range: PartialRangeFrom<Int>) -> Validator {
        Validator(translated: { value, texts in
            range.contains(value.count) ? nil : texts.tooShort(range.lowerBound)
        })
    }

    /// Wants a length, in characters as people count them, of at most the bound.
    ///
    /// - Parameter range: The lengths that are accepted.
    public static func length(_ range: PartialRangeThrough<Int>) -> Validator {
        Validator(translated: { value, texts in
            range.contains(value.count) ? nil : texts.tooLong(range.upperBound)
        })
    }
}
