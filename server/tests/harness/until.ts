import { setTimeout as delay } from 'node:timers/promises'

/** Polls until the condition holds. Fails if it does not in time: by default shortly before the test's own time limit. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 110_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await delay(10)
  }
}
