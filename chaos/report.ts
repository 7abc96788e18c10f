// A readable report of what was observed in a run.
import type { LimitFindings } from './audit.ts'
import type { ChaosReceiver } from './receivers.ts'
import type { PastFault } from './schedule.ts'
import type { Traffic } from './traffic.ts'

type Findings = {
  traffic: Traffic
  receivers: { good: ChaosReceiver; bad: ChaosReceiver }
  limits: LimitFindings
  faults: readonly PastFault[]
}

export function findingsText({ traffic, receivers, limits, faults }: Findings): string {
  const { journal, followed, admittedAt, seen } = traffic
  const answers = [...seen].sort(([one], [other]) => one.localeCompare(other))
  const lines: [string, number][] = [
    ['faults', faults.length],
    ...answers,
    ['orders', journal.orders.length],
    ['remitos of their own', journal.ingresos.length + journal.egresos.length],
    ['payments and reversals', journal.payments.length + journal.reversals.length],
    ['acceptances at the door', journal.acceptances.length],
    ['returns', journal.returns.length],
    ['attachments', journal.attachments.answered.length],
    ['events in the feed', followed.length],
    ['deliveries to the receiver that works', receivers.good.received()],
    ['deliveries to the one that misbehaves', receivers.bad.received()],
    ['requests admitted under the small limit', admittedAt.length],
    ['of them at the start of a minute without a fault of the limiter', limits.undisturbed],
  ]
  const width = Math.max(...lines.map(([, value]) => `${value}`.length))
  return lines.map(([what, value]) => `${`${value}`.padStart(width + 2)}  ${what}`).join('\n')
}
