import type { User } from '@anden/contract'
import type { UserRow } from './queries.ts'

/** A user of a client, without what only the staff have. */
export const ownView = ({ client_id: _client, scopes: _scopes, ...user }: UserRow): User => user
