import { once } from 'node:events'
import { startScript } from '../child.ts'
import type { RunScope } from '../run-scope.ts'
import type { ListenersCommand, ListenersReport, ListenersSetup } from './messages.ts'

export type Listeners = Awaited<ReturnType<typeof startListeners>>

export async function startListeners(scope: RunScope, setup: ListenersSetup) {
  const script = new URL('./listeners.ts', import.meta.url)
  const { process: listeners } = await startScript(scope, script, setup)
  const exited = once(listeners, 'exit').then(() => {
    throw new Error('the process that listens has ended')
  })
  exited.catch(() => undefined)
  async function run(command: ListenersCommand): Promise<ListenersReport> {
    const replied = once(listeners, 'message', { signal: scope.interrupted })
    listeners.send(command)
    const [report] = (await Promise.race([replied, exited])) as [ListenersReport]
    return report
  }
  return {
    connect: () => run('connect'),
    disconnect: () => run('disconnect'),
    report: () => run('report'),
  }
}
