/** The service counts no further. The contract's own constant would bring its schemas into the page. */
export const lotsCountedAtMost = 20
