// What both sides are told of a sandbox.
import type { ClientSandbox } from '@anden/contract'
import { sandboxIdleDays, sandboxLimits } from '@anden/contract/values'
import type { DayOf } from '../deps.ts'
import type { UsageRow } from './queries.ts'

const dayMs = 86_400_000

export function describeSandbox(row: UsageRow, today: DayOf): Omit<ClientSandbox, 'keys'> {
  const { created_at, last_used_at, announced_at, emptied_at, reset, orders, products, file_bytes } = row
  return {
    day: today({ daysAhead: row.days_ahead }),
    created_at,
    last_used_at,
    kept_until: new Date(Date.parse(last_used_at) + sandboxIdleDays * dayMs).toISOString(),
    announced_at,
    emptied_at,
    reset,
    used: { orders, products, file_bytes },
    limits: sandboxLimits,
  }
}
