import type { Environment, RateLimits, UserRole } from '@anden/contract'
import type { ProblemError } from '../../problem.ts'
import type { Topic } from '../reads/versioned-rows.ts'
import type { Route } from '../routing/route.ts'

/** The rate limits of a key; null: unlimited. */
export type KeyLimits = { [Limit in keyof RateLimits]: number | null }

/** A person who is signed in. */
export type SignedIn = {
  id: string
  email: string
  name: string
  role: UserRole
  language: 'es' | 'en' | null
  two_factor_enabled: boolean
  sessionExpiresAt: string
}

/** A client, or its sandbox, which is a client of its own. */
type CallingClient = {
  id: string
  environment: Environment
  /** How many days its day is ahead of the warehouse's: 0 unless it is a sandbox whose clock was moved. */
  daysAhead: number
}

/** Who makes a request, as far as the HTTP layer needs to know. */
export type Principal = {
  /** The client whose key it is; null for staff. */
  client: CallingClient | null
  /** The id of the key or of the session. */
  credentialId: string
  /** null: a program with a key. */
  user: SignedIn | null
  /** The name in the ledger and the audit log. */
  actor: string
  scopes: readonly string[]
  rateLimits: KeyLimits
  /** Cursors and cached pages are bound to it. */
  owner: string
  /** Owner of the Idempotency-Keys: the client, whichever of its keys is used, or the staff key itself. */
  idempotencyOwner: string
  /** The version of the route's topic, read together with the credentials. */
  version: string | null
  /** Set if a member of the staff sees what the client sees. Only reads are allowed, including those for administrators. */
  inspection?: { id: string; expiresAt: string }
}

/** Who uses the portal: a key or a person of a client, or somebody of the staff who inspects it. */
export type PortalPrincipal = Principal & {
  client: CallingClient & { name: string; cuit_dni: string | null; email: string }
  key: {
    id: string
    name: string
    key_prefix: string
    scopes: string[]
    created_at: string
    last_used_at: string | null
  } | null
}

/** Who uses the back office. */
export type StaffPrincipal = Principal & { client: null }

/** A key has limits of its own. A person has the same limits however many sessions there are. */
export const rateLimitSubject = ({
  user,
  credentialId,
}: {
  user: { id: string } | null
  credentialId: string
}) => user?.id ?? credentialId

/** A token that this API rejects: why, and which key it is, if known. */
export type Rejected = { rejected: ProblemError; keyId: string | null }

export type Authenticate<Caller extends Principal> = (
  token: string,
  topic: Topic | null,
) => Promise<Caller | Rejected>

/** How an API authenticates its callers. */
export type Credentials<Caller extends Principal> = {
  byKey: Authenticate<Caller>
  /** Takes the value of the session cookie. */
  bySession: Authenticate<Caller>
  /** The same with the client that the header names, on an API where the staff can inspect clients. */
  byInspection?: (cookie: string, topic: Topic | null, clientId: string) => Promise<Caller | Rejected>
  /** The same person in the sandbox of the client, on an API that has sandboxes. */
  inSandbox?: (caller: Caller, topic: Topic | null) => Promise<Caller | Rejected>
  /** The failure that somebody has asked for and a request of a sandbox gets; null: none. */
  failureOf?: (client: CallingClient, route: Pick<Route, 'method' | 'path'>) => Promise<ProblemError | null>
  /** The name of the cookie. It depends on the service's address, which is known only once the service listens. */
  sessionCookie: () => string
}
