// Receivers of webhooks: one that works, one that misbehaves while the faults go on. Both check the signature of everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { unwrap } from '@anden/sdk/webhooks'
import { startReceiver } from '../server/tests/harness/receiver.ts'
import type { Random } from './random.ts'

export type ChaosReceiver = {
  url: string
  /** Until it is known, nothing can be checked. */
  setSecret(secret: string): void
  /** Ids of events that it has answered with success. */
  accepted: ReadonlySet<string>
  received(): number
  /** What is wrong with the signatures of what it got. */
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
