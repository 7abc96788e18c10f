/** The smallest quantity that there is: as `min_quantity`, only what is in stock. */
export const anyQuantity = 0.001
