// A cursor is the sort key of the last row, authenticated together with the client, the list and the filters it was
// issued for. A forged or truncated cursor, or one issued for another list, is rejected before any query runs.
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { SortKey } from '../../db/keyset.ts'
import { problem } from '../../problem.ts'

const macBytes = 16

export function cursorSealer(secret: Buffer) {
  // A KeyObject: given a Buffer, each HMAC would create one, which takes five times as long.
  const key = createSecretKey(secret)
  const mac = (binding: string, payload: Buffer) =>
    createHmac('sha256', key).update(`${binding}\n`).update(payload).digest().subarray(0, macBytes)
  return {
    seal(binding: string, sortKey: SortKey): string {
      const payload = Buffer.from(JSON.stringify(sortKey))
      return Buffer.concat([mac(binding, payload), payload]).toString('base64url')
    },
    open(binding: string, cursor: string): SortKey {
      const bytes = Buffer.from(cursor, 'base64url')
      const payload = bytes.subarray(macBytes)
      const genuine =
        bytes.length > macBytes &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(bytes.subarray(0, macBytes), mac(binding, payload))
      if (!genuine) throw problem('validation/invalid-cursor')
      return JSON.parse(payload.toString('utf8')) as SortKey
    },
  }
}
export type CursorSealer = ReturnType<typeof cursorSealer>
