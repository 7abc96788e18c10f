// The product's own sender, closed when the test is over.
import { onTestFinished } from 'vitest'
import type { GuardOptions } from '../../src/webhooks/guard.ts'
import { createSender, type Sender } from '../../src/webhooks/send.ts'

/** Long enough for a machine that is busy with other tests. */
const patientMs = 20_000

export function senderWith(options: Pick<GuardOptions, 'allowPrivate'> & Partial<GuardOptions>): Sender {
  const sender = createSender({ timeoutMs: patientMs, ...options })
  onTestFinished(() => sender.close())
  return sender
}
