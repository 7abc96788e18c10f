// The link of a remito, which anyone who has it opens without an account. Its token is derived from the remito's id, so that the
// printed remito can be drawn again with the same code, and is found by its hash. The key is derived from the one that the database
// keeps sealed: a rotation of the secret key changes no link.
import { createHmac, hash, hkdfSync } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import type { Deps } from '../deps.ts'

const tokenBytes = 16

export const remitoLinkPath = (token: string) => `/r/${token}`

/** null: this cannot be a token, so nothing has to be looked up. */
export const hashOfRemitoToken = (token: string): Buffer | null =>
  /^[\da-f]{32}$/.test(token) ? hash('sha256', token, 'buffer') : null

export type RemitoLinks = ReturnType<typeof remitoLinks>

export function remitoLinks({ secrets }: { secrets: Pick<Secrets, 'cursorKey'> }) {
  const key = Buffer.from(hkdfSync('sha256', secrets.cursorKey, 'anden', 'remito link', 32))
  const tokenOf = (remitoId: string) =>
    createHmac('sha256', key).update(remitoId).digest().subarray(0, tokenBytes).toString('hex')
  return {
    pathOf: (remitoId: string) => remitoLinkPath(tokenOf(remitoId)),
    hashOf: (remitoId: string) => hash('sha256', tokenOf(remitoId), 'buffer'),
  }
}

export const remitoUrl = ({ secrets, baseUrl }: Pick<Deps, 'secrets' | 'baseUrl'>, remitoId: string) =>
  baseUrl() + remitoLinks({ secrets }).pathOf(remitoId)
