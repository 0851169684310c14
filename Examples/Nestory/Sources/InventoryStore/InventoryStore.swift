// InventoryStore
