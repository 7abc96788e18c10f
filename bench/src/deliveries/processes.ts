// Starts the processes of the scenario.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { type Child, startScript } from '../child.ts'
import type { Stage } from '../stage.ts'
import type {
  DeliveryWriterOrder,
  DeliveryWriterReport,
  DeliveryWriterSetup,
  ReceiverOrder,
  ReceiverReport,
  SenderOrder,
  SenderSetup,
} from './messages.ts'

export type Receivers = {
  urls: readonly string[]
  hang(endpoints: number[]): void
  report(): Promise<ReceiverReport>
}

export async function startReceivers(stage: Stage, endpoints: number): Promise<Receivers> {
  const script = new URL('./receiver.ts', import.meta.url)
  const { process: receiver, ready: urls } = await startScript<string[]>(stage, script, { endpoints })
  const order = (message: ReceiverOrder) => receiver.send(message)
  return {
    urls,
    hang: (places) => order({ order: 'hang', endpoints: places }),
    report: () => answerOf<ReceiverReport>(receiver, () => order({ order: 'report' })),
  }
}

export async function startSender(stage: Stage, name: 'pg-boss' | 'bullmq', setup: SenderSetup) {
  const script = new URL(`./${name}.ts`, import.meta.url)
  const { process: sender, pid } = await startScript(stage, script, setup)
  const tell = (order: SenderOrder) => answerOf(sender, () => sender.send(order))
  return { pid, fill: () => tell('fill'), go: () => tell('go') }
}

export async function startDeliveryWriter(stage: Stage, setup: DeliveryWriterSetup) {
  const script = new URL('./writer.ts', import.meta.url)
  const { process: writer } = await startScript(stage, script, setup)
  const order = (word: DeliveryWriterOrder) => writer.send(word)
  return {
    start: () => order('start'),
    stop: () => answerOf<DeliveryWriterReport>(writer, () => order('stop')),
  }
}

/** Without a file behind it; undefined where there is no redis-server. */
export async function startRedis(stage: Stage): Promise<{ pid: number; port: number } | undefined> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const started = await new Promise<boolean>((resolve) => {
    redis.on('error', () => resolve(false))
    redis.on('exit', () => resolve(false))
    redis.stdout.on('data', (text: Buffer) => text.includes('Ready to accept') && resolve(true))
  })
  if (!started || redis.pid === undefined) return undefined
  stage.onClose(async () => {
    const gone = once(redis, 'exit')
    if (redis.kill('SIGKILL')) await gone
  })
  return { pid: redis.pid, port }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function answerOf<Answer>(child: Child['process'], ask: () => unknown): Promise<Answer> {
  const answered = once(child, 'message')
  ask()
  const [answer] = (await answered) as [Answer]
  return answer
}
