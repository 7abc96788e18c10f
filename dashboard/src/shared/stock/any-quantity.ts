/** The smallest possible quantity. As `min_quantity`, it selects only products in stock. */
export const anyQuantity = 0.001
