/** A client has its live data and, on demand, a sandbox, which is a client of its own with goods that do not exist. */
export const environments = ['live', 'sandbox'] as const
export type Environment = (typeof environments)[number]

/** What a sandbox may have. */
export const sandboxLimits = { orders: 5_000, products: 500, file_bytes: 1_000_000_000 }

/** After so many days without a request a sandbox may be emptied. */
export const sandboxIdleDays = 30

/** So many days before it is emptied, the administrators of the account are told. */
export const sandboxNoticeDays = 7

/** What a sandbox has after a reset. */
export const sandboxContents = ['empty', 'products', 'demo'] as const
export type SandboxContent = (typeof sandboxContents)[number]

export const sandboxResetStates = ['running', 'done', 'failed'] as const
