// Starts the processes of the scenario.
import { once } from 'node:events'
import { type Child, startListener, startScript } from '../child.ts'
import type { Database } from '../database.ts'
import type { Writes } from '../scenarios/scenario.ts'
import type { Stage } from '../stage.ts'
import type { BareSetup, ConstantSetup, WriterOrder, WriterReport, WriterSetup } from './messages.ts'

export type Server = { pid: number; url: string }

/** Andén as it is run in production, with limits that no connection reaches in a run. */
export function startAnden(stage: Stage, { url }: Database): Promise<Child & { url: string }> {
  return startListener(stage, {
    script: new URL('../../../server/src/main.ts', import.meta.url),
    args: ['serve'],
    env: {
      DATABASE_URL: url,
      SECRET_KEY: 'the secret key of a bench run',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_READ_PER_HOUR: '1000000',
      RATE_LIMIT_WRITE_PER_HOUR: '1000000',
      RATE_LIMIT_BURST_PER_MINUTE: '1000000',
    },
  })
}

export const startBare = (stage: Stage, setup: BareSetup) => startServer(stage, './bare.ts', setup)
export const startConstant = (stage: Stage, setup: ConstantSetup) =>
  startServer(stage, './constant.ts', setup)

async function startServer(stage: Stage, script: string, setup: BareSetup | ConstantSetup): Promise<Server> {
  const { pid, ready } = await startScript<string>(stage, new URL(script, import.meta.url), setup)
  return { pid, url: ready }
}

export async function startWriter(stage: Stage, setup: WriterSetup): Promise<Writes> {
  const script = new URL('./writer.ts', import.meta.url)
  const { process: writer, ready } = await startScript<{ backendPid: number }>(stage, script, setup)
  const order = (word: WriterOrder) => writer.send(word)
  return {
    backendPid: ready.backendPid,
    start: () => order('start'),
    async stop() {
      order('stop')
      const [report] = (await once(writer, 'message')) as [WriterReport]
      return report.commitsPerSecond
    },
  }
}
