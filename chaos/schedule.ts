// Schedules the faults: some one after another, some while an earlier one is still active.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Random } from './random.ts'

export type PastFault = { description: string; freshLimits: number; from: number; until: number }

const meanPauseMs = 3000

export const faultCount = (seconds: number) => Math.max(3, Math.round((seconds * 1000) / meanPauseMs))

export async function runFaults(faults: readonly Fault[], random: Random, say: (text: string) => void) {
  const past: PastFault[] = []
  const running = new Map<string, Promise<void>>()
  const begun = Date.now()
  for (const fault of faults) {
    await sleep(random.between(0, 2 * meanPauseMs))
    const from = Date.now()
    say(`${((from - begun) / 1000).toFixed(1).padStart(6)} s  ${fault.description}`)
    const begin = async () => {
      await fault.run()
      past.push({ ...fault, from, until: Date.now() })
    }
    running.set(fault.subject, (running.get(fault.subject) ?? Promise.resolve()).then(begin))
  }
  await Promise.all(running.values())
  return past
}
