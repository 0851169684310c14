import Hummingbird
import NIOCore

extension ResponseBody {
    /// Sends a buffer a slice at a time: the next leaves when the reader has taken the one before it.
    ///
    /// However slow the reader is, it holds this one buffer.
    static func sliced(_ buffer: ByteBuffer, of length: Int = 64 * 1024) -> ResponseBody {
        ResponseBody(contentLength: buffer.readableBytes) { writer in
            var rest = buffer
            while let slice = rest.readSlice(length: min(length, rest.readableBytes)), slice.readableBytes > 0 {
                try await writer.write(slice)
            }
            try await writer.finish(nil)
        }
    }
}
