import type { Deps } from '../deps.ts'
import { sweepUploads } from './discard.ts'
import type { FileStorage } from './storage.ts'

const everyMs = 10 * 60_000

/** Sweeps at once and then every ten minutes. close() waits for a running sweep. */
export function startUploadSweeper({ db, files, log }: Pick<Deps, 'db' | 'log'> & { files: FileStorage }) {
  let running: Promise<void> | null = null
  const sweep = () => {
    running ??= sweepUploads({ db, files })
      .then((count) => {
        if (count > 0) log.info({ count }, 'removed failed uploads')
      })
      .catch((err) => log.warn({ err }, 'could not remove failed uploads'))
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
