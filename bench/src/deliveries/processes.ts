// Starts the processes of the scenario.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { type Child, startScript } from '../child.ts'
import type { RunScope } from '../run-scope.ts'
import type {
  DeliveryWriterCommand,
  DeliveryWriterReport,
  DeliveryWriterSetup,
  ReceiverCommand,
  ReceiverReport,
  SenderCommand,
  SenderSetup,
} from './messages.ts'

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
