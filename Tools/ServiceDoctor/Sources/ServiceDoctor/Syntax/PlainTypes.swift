/// Types of the system that hold values and reach for nothing outside of the program, and those that only reach for files.
enum PlainTypes {
    static let values: Set<String> = [
        "Any", "AnyObject", "AnyHashable", "Self", "Void", "Never", "Optional", "Result", "Array", "Set", "Dictionary",
        "String", "Substring", "Character", "StaticString", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8",
        "UInt16", "UInt32", "UInt64", "Double", "Float", "CGFloat", "CGSize", "CGPoint", "CGRect", "Decimal", "Bool",
        "Data", "Date", "DateComponents", "DateInterval", "DateFormatter", "ISO8601DateFormatter", "NumberFormatter",
        "RelativeDateTimeFormatter", "Calendar", "Locale", "TimeZone", "TimeInterval", "Duration", "URL",
        "URLComponents", "URLQueryItem", "UUID", "IndexSet", "IndexPath", "Range", "ClosedRange", "Hasher",
        "CharacterSet", "Measurement", "JSONEncoder", "JSONDecoder", "PropertyListEncoder", "PropertyListDecoder",
        "NSRegularExpression", "NSRange", "NSString", "NSError", "NSLocalizedString", "NSLocalizedDescriptionKey",
        "NSPredicate", "NSObject", "AttributedString", "NSAttributedString", "Logger", "OSLog", "Notification",
        "NotificationCenter", "MainActor", "Sendable", "Published", "ObservableObject", "Observable", "Codable",
        "Decodable", "Encodable", "Equatable", "Hashable", "Comparable", "Identifiable", "CaseIterable", "Error",
        "LocalizedError", "CodingKey", "CodingKeys", "Collection", "Sequence", "AnyPublisher", "Just", "Fail",
        "AnyCancellable", "CurrentValueSubject", "PassthroughSubject",
    ]

    /// What hands on what it is given, in RxSwift.
    static let announcers: Set<String> = [
        "PublishSubject", "BehaviorSubject", "ReplaySubject", "PublishRelay", "BehaviorRelay", "ReplayRelay", "Driver",
        "Signal", "DisposeBag",
    ]

    /// Where an app keeps its settings.
    static let defaults: Set<String> = ["UserDefaults"]

    /// Says whether a type of the system works on files, texts, pictures or recordings that are there already.
    static func worksOnFiles(_ name: String) -> Bool {
        files.contains(name) || families.contains(where: name.hasPrefix)
    }

    private static let files: Set<String> = [
        "FileManager", "FileHandle", "NSData", "Task", "UIImage", "NSImage", "UIColor", "NSColor", "UIFont", "NSFont",
        "UTType", "CFString", "CFData", "CFURL",
    ]

    private static let families = [
        "AVAsset", "AVURLAsset", "AVMutable", "AVComposition", "AVVideo", "AVAudioFile", "AVAudioFormat",
        "AVAudioPCMBuffer", "AVFileType", "AVMediaType", "AVMetadata", "CM", "CG", "CI", "PDF", "NL", "UIGraphics",
    ]
}
