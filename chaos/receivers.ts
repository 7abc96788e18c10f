// Webhook receivers: one that works, and one that misbehaves during the faults. Both verify every signature.
import { setTimeout as sleep } from 'node:timers/promises'
import { unwrap } from '@anden/sdk/webhooks'
import { startReceiver } from '../server/tests/harness/receiver.ts'
import type { Random } from './random.ts'

export type ChaosReceiver = {
  url: string
  /** Signatures cannot be verified until the secret is known. */
  setSecret(secret: string): void
  /** Ids of the events that the receiver has accepted. */
  accepted: ReadonlySet<string>
  received(): number
  /** Descriptions of the invalid signatures that it received. */
  wronglySigned(): readonly string[]
  behave(): void
  stop(): Promise<void>
}

const slowMs = 12_000

export async function startChaosReceiver(random: Random | null): Promise<ChaosReceiver> {
  const accepted = new Set<string>()
  let secret: string | null = null
  const wronglySigned: string[] = []
  let misbehaves = random !== null
  const receiver = await startReceiver(async ({ headers, body }, response) => {
    const event = await unwrap(body, headers, secret ?? '').catch((error: Error) => {
      wronglySigned.push(error.message)
      return null
    })
    const way = misbehaves && random ? random.pick(ways) : 'works'
    if (way === 'slow') await sleep(slowMs)
    if (way === 'cuts') return response.socket?.destroy()
    if (way === 'fails') return response.writeHead(500).end('out of order')
    if (event) accepted.add(event.id)
    return response.end('ok')
  })
  return {
    url: receiver.url,
    setSecret(value) {
      secret = value
    },
    accepted,
    received: () => receiver.received.length,
    wronglySigned: () => wronglySigned,
    behave() {
      misbehaves = false
    },
    stop: receiver.stop,
  }
}

const ways = ['works', 'works', 'works', 'works', 'fails', 'cuts', 'slow'] as const
