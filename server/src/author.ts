/** Who makes a change, and in which request: for ledger and audit. */
export type Author = { actor: string; requestId: string }
