/** How long a test waits for what a page is to show. */
export const elementTimeoutMs = 30_000
