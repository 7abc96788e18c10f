// Starts the processes of the scenario.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type Child, startScript } from '../child.ts'
import type { RunScope } from '../run-scope.ts'

export type Receivers = {
  urls: readonly string[]
  hang(endpoints: number[]): void
  report(): Promise<ReceiverReport>
}

export async function startReceivers(scope: RunScope, endpoints: number): Promise<Receivers> {
  const script = new URL('./receiver.ts', import.meta.url)
  const { process: receiver, ready: urls } = await startScript<string[]>(scope, script, { endpoints })
  const send = (command: ReceiverCommand) => receiver.send(command)
  return {
    urls,
    hang: (endpoints) => send({ command: 'hang', endpoints }),
    report: () => replyOf<ReceiverReport>(receiver, () => send({ command: 'report' })),
  }
}

export async function startSender(scope: RunScope, name: 'pg-boss' | 'bullmq', setup: SenderSetup) {
  const script = new URL(`./${name}.ts`, import.meta.url)
  const { process: sender, pid } = await startScript(scope, script, setup)
  const run = (command: SenderCommand) => replyOf(sender, () => sender.send(command))
  return { pid, fill: () => run('fill'), go: () => run('go') }
}

export async function startDeliveryWriter(scope: RunScope, setup: DeliveryWriterSetup) {
  const script = new URL('./writer.ts', import.meta.url)
  const { process: writer } = await startScript(scope, script, setup)
  const send = (command: DeliveryWriterCommand) => writer.send(command)
  return {
    start: () => send('start'),
    stop: () => replyOf<DeliveryWriterReport>(writer, () => send('stop')),
  }
}

/** Starts Redis without persistence; undefined if redis-server is not installed. */
export async function startRedis(scope: RunScope): Promise<{ pid: number; port: number } | undefined> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const started = await new Promise<boolean>((resolve) => {
    redis.on('error', () => resolve(false))
    redis.on('exit', () => resolve(false))
    redis.stdout.on('data', (text: Buffer) => text.includes('Ready to accept') && resolve(true))
  })
  if (!started || redis.pid === undefined) return undefined
  scope.onClose(async () => {
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

async function replyOf<Reply>(child: Child['process'], send: () => unknown): Promise<Reply> {
  const received = once(child, 'message')
  send()
  const [reply] = (await received) as [Reply]
  return reply
}

// Messages between the processes of the scenario.
export type ReceiverSetup = { endpoints: number }
export type ReceiverCommand =
  /**
   * The endpoints with these indices stop responding. All others respond, also to requests that they have held back.
   */
  | { command: 'hang'; endpoints: number[] }
  /** Returns what has arrived since the last report. */
  | { command: 'report' }
export type Arrival = { endpoint: number; ms: number }
export type ReceiverReport = { received: number; arrivals: Arrival[] }

export type SenderSetup = { databaseUrl: string; redisPort: number | null; concurrency: number }
/** `fill` enqueues all pending deliveries, `go` releases them. The sender echoes each command when it is done. */
export type SenderCommand = 'fill' | 'go'
/** A job contains everything that is needed to send it. */
export type Job = { id: string; event_id: string; url: string; secret: string; body: string }

export type DeliveryWriterSetup = {
  databaseUrl: string
  clientIds: string[]
  eventsPerTick: number
  tickMs: number
}
export type DeliveryWriterCommand = 'start' | 'stop'
export type DeliveryWriterReport = { events: number; seconds: number }
