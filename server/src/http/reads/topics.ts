import type { topics } from '@anden/contract'

/** What a read shows, as far as its version is concerned. */
export type Topic = (typeof topics)[number]
