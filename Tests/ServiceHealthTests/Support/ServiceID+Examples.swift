#if Health
import ServiceHealth

extension ServiceID {
    static let inventory: Self = "inventory"
    static let rates: Self = "exchange-rates"
}
#endif
