import { say } from './output.ts'
import { watchStarter } from './starter.ts'

type Stoppable = {
  /** false: something had to be cut off. */
  stop(): Promise<unknown>
  /** Called on a second signal, if something can be ended at once. */
  kill?(): void
}

/** npm forwards a Ctrl-C that the terminal has already sent to us; it arrives within milliseconds. */
const sameSignalMs = 500

/** A signal during the start waits for the start: an aborted one would leave its database running. */
export function stopOnSignal(starting: Promise<Stoppable | null>) {
  let stoppingSince: number | null = null
  const stop = async (signal: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMs) (await starting.catch(() => null))?.kill?.()
      return
    }
    stoppingSince = performance.now()
    say(`${signal}: finishing requests in flight`)
    const service = await starting.catch(() => null)
    const isComplete = await service?.stop()
    process.exit(service && isComplete !== false ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  watchStarter(process.env, () => void stop('the parent process has exited'))
}
