import type { Deps } from '../app/deps.ts'
import { sweepUploads } from './discard.ts'

const everyMs = 10 * 60_000

/** Sweeps now, and then every ten minutes. Closing waits for the sweep that runs. */
export function sweepRegularly({ db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>) {
  let running: Promise<void> | null = null
  const sweep = () => {
    running ??= sweepUploads({ db, files })
      .then((count) => {
        if (count > 0) log.info({ count }, 'uploads that came to nothing were removed')
      })
      .catch((err) => log.warn({ err }, 'uploads that came to nothing could not be removed'))
      .finally(() => {
        running = null
      })
  }
  sweep()
  const timer = setInterval(sweep, everyMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
