import type { ApiKey, IssuedApiKey } from '@anden/sdk'

/** A key of a client or of the staff. */
export type AnyKey = Pick<
  ApiKey,
  'id' | 'name' | 'key_prefix' | 'scopes' | 'last_used_at' | 'expires_at' | 'revoked_at'
>

/** A key with its token, which is shown only once. */
export type AnyIssuedKey = AnyKey & Pick<IssuedApiKey, 'token'>

/** The writes on an existing key. */
export type KeyWrites = {
  rotate: (id: string, body: { grace_days: number }) => PromiseLike<AnyIssuedKey>
  revoke: (id: string) => PromiseLike<unknown>
}
