/** The service counts no further. Importing the contract's constant would add its schemas to the page. */
export const lotsCountedAtMost = 20
