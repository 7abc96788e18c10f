// Starts the processes of the scenario.
import { once } from 'node:events'
import { startScript } from '../child.ts'
import type { Writes } from '../scenarios/scenario.ts'
import type { Stage } from '../stage.ts'
import type {
  BareSetup,
  ConstantSetup,
  StockWriterOrder,
  StockWriterReport,
  StockWriterSetup,
} from './messages.ts'

export type Server = { pid: number; url: string }

export const startBare = (stage: Stage, setup: BareSetup) => startServer(stage, './bare.ts', setup)
export const startConstant = (stage: Stage, setup: ConstantSetup) =>
  startServer(stage, './constant.ts', setup)

async function startServer(stage: Stage, script: string, setup: BareSetup | ConstantSetup): Promise<Server> {
  const { pid, ready } = await startScript<string>(stage, new URL(script, import.meta.url), setup)
  return { pid, url: ready }
}

export async function startStockWriter(stage: Stage, setup: StockWriterSetup): Promise<Writes> {
  const script = new URL('./writer.ts', import.meta.url)
  const { process: writer, ready } = await startScript<{ backendPid: number }>(stage, script, setup)
  const order = (word: StockWriterOrder) => writer.send(word)
  return {
    backendPid: ready.backendPid,
    start: () => order('start'),
    async stop() {
      order('stop')
      const [report] = (await once(writer, 'message')) as [StockWriterReport]
      return report.commitsPerSecond
    },
  }
}
