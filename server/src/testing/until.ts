import { setTimeout as delay } from 'node:timers/promises'

/** Polls until the condition holds, and fails when it does not in time. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await delay(10)
  }
}
