import type { RateLimits } from '@anden/contract'
import type { ProblemError } from '../problem.ts'
import type { Topic } from './topics.ts'

/** How much a key may ask for; null: as much as it likes. */
export type KeyLimits = { [Limit in keyof RateLimits]: number | null }

/** Who makes a request, as far as the HTTP layer needs to know. */
export type Principal = {
  /** The client whose key it is; null for staff. */
  client: { id: string } | null
  /** Rate-limit subject. */
  keyId: string
  /** How ledger and audit name them. */
  actor: string
  scopes: readonly string[]
  rateLimits: KeyLimits
  /** What cursors and kept pages are bound to. */
  owner: string
  /** Whose Idempotency-Keys these are: the client's, whichever of its keys is used, or the staff key's own. */
  idempotencyOwner: string
  /** The version of the route's topic at the moment of the credentials check. */
  version: string | null
}

/** A token that does not open this API: why, and which key it is, where that is known. */
export type Rejected = { rejected: ProblemError; keyId: string | null }

export type Authenticate<Caller extends Principal> = (
  token: string,
  topic: Topic | null,
) => Promise<Caller | Rejected>
