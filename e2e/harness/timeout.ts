/** How long a test waits for an element to appear. */
export const elementTimeoutMs = 30_000
