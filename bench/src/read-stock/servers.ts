// Starts the processes of the scenario.
import { once } from 'node:events'
import { startScript } from '../child.ts'
import type { RunScope } from '../run-scope.ts'
import type { Writes } from '../scenarios/scenario.ts'

export type Server = { pid: number; url: string }

export const startBare = (scope: RunScope, setup: BareSetup) => startServer(scope, './bare.ts', setup)
export const startExpress = (scope: RunScope, setup: BareSetup) =>
  startServer(scope, './express-drizzle.ts', setup)
export const startConstant = (scope: RunScope, setup: ConstantSetup) =>
  startServer(scope, './constant.ts', setup)

async function startServer(
  scope: RunScope,
  script: string,
  setup: BareSetup | ConstantSetup,
): Promise<Server> {
  const { pid, ready } = await startScript<string>(scope, new URL(script, import.meta.url), setup)
  return { pid, url: ready }
}

export async function startStockWriter(scope: RunScope, setup: StockWriterSetup): Promise<Writes> {
  const script = new URL('./writer.ts', import.meta.url)
  const { process: writer, ready } = await startScript<{ backendPid: number }>(scope, script, setup)
  const send = (command: StockWriterCommand) => writer.send(command)
  return {
    backendPid: ready.backendPid,
    start: () => send('start'),
    async stop() {
      send('stop')
      const [report] = (await once(writer, 'message')) as [StockWriterReport]
      return report.commitsPerSecond
    },
  }
}

// Messages between the processes of the scenario.
export type BareSetup = {
  databaseUrl: string
  today: string
  pageSize: number
  parsers: 'pg' | 'Andén'
  /** The `next_cursor` of each token's first page. */
  cursors: [token: string, cursor: string][]
}

export type ConstantSetup = { bodies: [token: string, body: string][] }

/** Each batch contains the products that one transaction changes. */
export type StockWriterSetup = { databaseUrl: string; batches: string[][] }
export type StockWriterCommand = 'start' | 'stop'
type StockWriterReport = { commitsPerSecond: number }
