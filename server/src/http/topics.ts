import type { topics } from '@anden/contract'

/** A kind of data that a read shows and that has a version. */
export type Topic = (typeof topics)[number]
