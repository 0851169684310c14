import Service
import ServiceMacros

@Injectable
final class Uploader {
    init() {}
}
