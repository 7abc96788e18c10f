// A receiver for trying out webhooks: it prints each event, verifies its signature, and responds as configured. It
// needs no database, and applies the checks that a real receiver should.
import type { AddressInfo } from 'node:net'
import { type Command, InvalidArgumentError } from 'commander'
import { createReceiver, type Received } from '../webhooks/receiver.ts'
import { integerArgument } from './arguments.ts'
import { type JsonOption, say } from './output.ts'
import { watchStarter } from './stop-on-signal.ts'

type ListenOptions = JsonOption & { port: number; secret?: string; status: number; delay: number }

export function listenCommand(program: Command) {
  program
    .command('listen')
    .description('run a local webhook receiver that prints each event with its payload, until Ctrl-C')
    .option('--port <port>', 'local port; 0 selects a free one', integerArgument(0, 65_535), 4000)
    .option('--secret <secret>', "the endpoint's signing secret, to verify signatures", signingSecret)
    .option('--status <status>', 'status of its responses', integerArgument(200, 599), 200)
    .option('--delay <ms>', 'delay before each response', integerArgument(0, 3_600_000), 0)
    .option('--json', 'print one line of JSON per event (a stream, not one value)')
    .action(listen)
}

async function listen({ port, secret, status, delay, json }: ListenOptions) {
  const write = json ? (received: Received) => JSON.stringify(received) : describeReceived
  const receiver = createReceiver({
    secret: secret ?? null,
    status,
    delayMs: delay,
    show: (received) => void process.stdout.write(`${write(received)}\n`),
  })
  await new Promise<void>((resolve, reject) => {
    receiver.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port)))
    receiver.listen(port, '127.0.0.1', resolve)
  })
  const end = () => {
    receiver.close()
    receiver.closeAllConnections()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  watchStarter(process.env, end)
  say(`Listening on http://127.0.0.1:${(receiver.address() as AddressInfo).port} (Ctrl-C stops it)`)
  if (!secret) say('Signatures are not checked: give --secret whsec_… to check them')
}

function describeReceived(received: Received): string {
  return `${line(received)}\n${payload(received.event)}`
}

function line({ received_at, type, id, attempt, signature, reason }: Received): string {
  const verdict = signature === 'holds' ? 'signature holds' : `signature ${signature}`
  return [
    received_at,
    type ?? '(no type)',
    id ?? '(no id)',
    attempt === null ? '(no attempt)' : `attempt ${attempt}`,
    reason ? `${verdict}: ${reason}` : verdict,
  ]
    .map((part) => printable(part).slice(0, 300))
    .join('  ')
}

/** More than an order with 200 items needs. */
const maxPayloadChars = 100_000

/** JSON.stringify escapes line breaks within strings, so the remaining ones are its own. */
function payload(event: unknown): string {
  if (event === null) return '  (the body is not a JSON event)'
  const text = JSON.stringify(event, null, 2)
  const cut = text.length - maxPayloadChars
  return [
    ...text.slice(0, maxPayloadChars).split('\n').map(printable),
    ...(cut > 0 ? [`… and ${cut} more characters`] : []),
  ]
    .map((one) => `  ${one}`)
    .join('\n')
}

/** Network input must not send control sequences to the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD')
}

function cannotListen(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return new Error(`port ${port} is in use: choose another with --port`)
  if (error.code === 'EACCES') return new Error(`port ${port} needs privileges: choose one above 1023`)
  return error
}

function signingSecret(text: string): string {
  if (!/^whsec_[0-9a-f]{64}$/.test(text)) {
    throw new InvalidArgumentError('it must be whsec_ and 64 hexadecimal characters')
  }
  return text
}
