// What a sandbox may have. The rules that add to it ask before they do; for a live client nothing is asked or read.
import { sandboxLimits } from '@anden/contract/values'
import { isLive } from '../db/environment.ts'
import { problem } from '../problem.ts'

const nouns: Record<keyof typeof sandboxLimits, string> = {
  orders: 'orders',
  products: 'products',
  file_bytes: 'bytes of files',
}

/** `total`: what it would have. */
export function requireRoom(clientId: string, what: keyof typeof sandboxLimits, total: number): void {
  if (isLive(clientId) || total <= sandboxLimits[what]) return
  throw problem('sandbox/limit-reached', {
    detail: `A sandbox can have ${sandboxLimits[what]} ${nouns[what]}. Nothing was changed.`,
  })
}
