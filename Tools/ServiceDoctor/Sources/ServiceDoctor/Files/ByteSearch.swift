#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension [UInt8] {
    /// Returns where a word begins in these bytes, each time.
    func offsets(of word: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        unsafe withUnsafeBytes { bytes in
            unsafe word.withUnsafeBytes { word in
                guard let base = bytes.baseAddress, let wanted = word.baseAddress else { return }
                let first = unsafe Int32(word[0])
                var offset = 0
                while offset + word.count <= bytes.count,
                    let found = unsafe memchr(base + offset, first, bytes.count - word.count - offset + 1)
                {
                    unsafe offset = UnsafeRawPointer(found) - base
                    if unsafe memcmp(found, wanted, word.count) == 0 { offsets.append(offset) }
                    offset += 1
                }
            }
        }
        return offsets
    }

    /// Says whether these bytes hold a word, a hundred times faster than comparing characters.
    func contains(word: StaticString) -> Bool { contains(word: word, in: 0..<count) }

    /// Says whether some of these bytes hold a word.
    func contains(word: StaticString, in range: Range<Int>) -> Bool {
        let range = range.clamped(to: 0..<count)
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var start = unsafe base + range.lowerBound
            let length = word.utf8CodeUnitCount
            let first = unsafe Int32(word.utf8Start.pointee)
            var left = range.count
            while left >= length, let found = unsafe memchr(start, first, left - length + 1) {
                let candidate = UnsafeRawPointer(found)
                if unsafe memcmp(candidate, word.utf8Start, length) == 0 { return true }
                left -= unsafe candidate - start + 1
                unsafe start = candidate + 1
            }
            return false
        }
    }
}
