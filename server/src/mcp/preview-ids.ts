// What a preview answers with, and without which an agent cannot place an order. It needs no memory: the id holds the time
// and a hash of the lots, and authenticates them together with the key and the order that was previewed. It is the
// Idempotency-Key of the order, so an agent that repeats itself orders once (docs/decisions/0026-agents-by-mcp.md).
import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../deps.ts'
import { hashOfBody } from '../http/writes/idempotency.ts'

export const previewMinutes = 10
const validMs = previewMinutes * 60_000
const prefix = 'preview_'
const [timeBytes, lotsBytes, macBytes] = [6, 10, 16] as const

export type PreviewIds = ReturnType<typeof previewIds>

/** `authorization`: the header of the request. A preview is for the key that made it, and so for its client. */
export type Previewed = { authorization: string; order: unknown }

export function previewIds(secret: Buffer, clock: Clock) {
  const key = createSecretKey(secret)
  const macOf = (head: Buffer, { authorization, order }: Previewed) => {
    const caller = createHash('sha256')
      .update(authorization.trim().split(/\s+/).at(-1) ?? '')
      .digest()
    return createHmac('sha256', key)
      .update('preview of an order\n')
      .update(head)
      .update(caller)
      .update(hashOfBody(order))
      .digest()
      .subarray(0, macBytes)
  }
  return {
    /** `lots`: what the preview would pick. */
    issue(previewed: Previewed, lots: unknown): string {
      const time = Buffer.alloc(timeBytes)
      time.writeUIntBE(clock(), 0, timeBytes)
      const head = Buffer.concat([time, hashOfBody(lots).subarray(0, lotsBytes)])
      return prefix + Buffer.concat([head, macOf(head, previewed)]).toString('base64url')
    },

    check(id: string, previewed: Previewed): 'valid' | 'expired' | 'other' {
      const bytes = Buffer.from(id.slice(prefix.length), 'base64url')
      const head = bytes.subarray(0, timeBytes + lotsBytes)
      const isGenuine =
        bytes.length === timeBytes + lotsBytes + macBytes &&
        prefix + bytes.toString('base64url') === id &&
        timingSafeEqual(bytes.subarray(head.length), macOf(head, previewed))
      if (!isGenuine) return 'other'
      return clock() - head.readUIntBE(0, timeBytes) <= validMs ? 'valid' : 'expired'
    },
  }
}
