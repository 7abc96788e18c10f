// anden-listen against the service itself: what a receiver gets is what the service would have sent.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../server/tests/harness/free-port.ts'
import { useReceiver, useWebhooks } from '../../../server/tests/harness/prologue.ts'
import { until } from '../../../server/tests/harness/until.ts'
import { unwrap } from '../webhooks/index.ts'

const receiver = await useReceiver()
const real = await useReceiver()
const webhooks = await useWebhooks()
webhooks.aWorker()
const client = await webhooks.aSubscriber(real.url, ['payment.received'])
const { service } = webhooks
const folder = await mkdtemp(join(tmpdir(), 'anden-listen-'))
const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const state = join(folder, 'state/listen.json')

const environmentWith = (environment: Record<string, string>) => ({
  PATH: process.env['PATH'],
  ANDEN_URL: `${service.url}/api/v1/portal`,
  ANDEN_API_KEY: client.token,
  ANDEN_LISTEN_STATE: state,
  ...environment,
})

function listen(parameters: string[], environment: Record<string, string> = {}) {
  const env = environmentWith(environment)
  const child = spawn(process.execPath, [program, ...parameters], { env, stdio: 'pipe' })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return {
    output: () => output,
    lines: () => output.split('\n').filter((line) => /^\d\d:\d\d:\d\d {2}/.test(line)),
    type: (text: string) => child.stdin.write(text),
    ready: () => until('it listens', () => output.includes('Events of')),
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      const ended = once(child, 'close')
      child.kill(signal)
      await ended
      return child.exitCode
    },
    async ended() {
      await once(child, 'close')
      return { code: child.exitCode, output }
    },
  }
}
const secretIn = (output: string) => /whsec_[0-9a-f]{64}/.exec(output)?.[0] ?? ''

let secret = ''
beforeAll(async () => {
  const listener = listen(['--forward-to', receiver.url])
  await listener.ready()
  await webhooks.pay(client)
  await until('the event is forwarded', () => listener.lines().length === 1)
  await real.arrived(1)
  secret = secretIn(listener.output())
  expect(await listener.stop()).toBe(0)
  expect(listener.lines()[0]).toMatch(/^\d\d:\d\d:\d\d {2}payment\.received {2}evt_\S+ {2}200 {2}\d+ ms$/)
})

test('the request has the body and all headers of a real delivery, and verifies by both schemes', async () => {
  const [forwarded] = receiver.received
  const [delivered] = real.received
  if (!forwarded || !delivered) throw new Error('nothing arrived')
  expect(forwarded.body).toBe(delivered.body)
  const own = (headers: object) =>
    Object.keys(headers)
      .filter((name) => /^(service-|webhook-|content-type$|user-agent$)/.test(name))
      .sort()
  expect(own(forwarded.headers)).toEqual(own(delivered.headers))
  for (const name of ['content-type', 'user-agent', 'service-event-id', 'service-event-type', 'webhook-id'])
    expect(forwarded.headers[name]).toBe(delivered.headers[name])
  expect(forwarded.headers['service-delivery-attempt']).toBe('1')
  expect((await unwrap(forwarded.body, forwarded.headers, secret)).type).toBe('payment.received')
  const standard = new Webhook(secret)
  const headers = forwarded.headers as Record<string, string>
  expect(standard.verify(forwarded.body, headers)).toMatchObject({ type: 'payment.received' })
})

test('it goes on where it stopped, with the same secret, and r sends the last event again', async () => {
  const before = receiver.received.length
  await webhooks.pay(client, 2)
  const listener = listen(['--forward-to', receiver.url])
  await until('both are forwarded', () => listener.lines().length === 2)
  expect(secretIn(listener.output())).toBe(secret)
  listener.type('r\n')
  await until('it is sent again', () => listener.lines().length === 3)
  const ids = receiver.received.slice(before).map(({ headers }) => headers['service-event-id'])
  expect(new Set(ids).size).toBe(2)
  const [, last, again] = receiver.received.slice(before)
  expect(again?.body).toBe(last?.body)
  expect(again?.headers['service-delivery-id']).toBe(last?.headers['service-delivery-id'])
  expect(again?.headers['service-delivery-attempt']).toBe('2')
  expect(listener.lines()[2]).toMatch(/attempt 2$/)
  expect(await listener.stop('SIGTERM')).toBe(0)
})

test.skipIf(process.platform !== 'linux')(
  'in a terminal r needs no Enter, and Ctrl-C ends it with the terminal as it was',
  async () => {
    // `script` runs the command in a terminal of its own, whose keyboard is its input.
    const command = `stty -a; ${process.execPath} ${program} --print --since 1h; echo "ended $?"; stty -a`
    const child = spawn('script', ['-qfec', command, '/dev/null'], {
      env: environmentWith({ ANDEN_LISTEN_STATE: join(folder, 'terminal.json') }),
      stdio: 'pipe',
    })
    running.push(child)
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const printed = () => output.match(/ {2}payment\.received {2}/g)?.length ?? 0
    await until('the events are printed', () => printed() === 3)
    child.stdin.write('r')
    await until('the last is printed again', () => printed() === 4)
    child.stdin.write('\u0003')
    await once(child, 'close')
    expect(output).toContain('ended 0')
    const modes = output.match(/-?\bicanon\b/g)
    expect(modes).toEqual(['icanon', 'icanon'])
  },
)

test('--since starts over, --events selects, and --print shows the event', async () => {
  const before = receiver.received.length
  const payments = listen([
    '--forward-to',
    receiver.url,
    '--since',
    '1h',
    '--events',
    'order.*,payment.received',
    '--print',
  ])
  await until('all payments are forwarded again', () => payments.lines().length === 3)
  expect(payments.output()).toContain('"api_version": "v1"')
  await payments.stop()
  const orders = listen(['--forward-to', receiver.url, '--since', '1h', '--events', 'order.*'])
  await orders.ready()
  const only = listen(['--print', '--since', '1h'], { ANDEN_LISTEN_STATE: join(folder, 'other.json') })
  await until('all payments are printed', () => only.lines().length === 3)
  expect([orders.lines(), only.output().includes('whsec_')]).toEqual([[], false])
  await Promise.all([orders.stop(), only.stop()])
  expect(receiver.received.length).toBe(before + 3)
})

test('the status of the receiver is shown, or why it has none', async () => {
  receiver.respond((_, response) => response.writeHead(503).end())
  const refused = listen(['--forward-to', receiver.url, '--since', '1h'])
  await until('it is shown', () => refused.lines().some((line) => line.includes('  503  ')))
  await refused.stop()
  receiver.respond((_, response) => response.end())
  const port = await freePort()
  const away = listen(['--forward-to', `http://127.0.0.1:${port}/hooks`, '--since', '1h'])
  await until('it is shown', () => away.output().includes(`connect ECONNREFUSED 127.0.0.1:${port}`))
  await away.stop()
})

test('the secret is for its owner only, and the key is not written down', async () => {
  expect((await stat(state)).mode & 0o777).toBe(0o600)
  const text = await readFile(state, 'utf8')
  expect(text).toContain(secret)
  expect(text).not.toContain(client.token)
})

test.each([
  [[], {}, 2, 'give --forward-to'],
  [['--forward-to', 'localhost:8080'], {}, 2, 'is to be like http://localhost:8080/hooks'],
  [['--forward-to', 'http://x', '--since', 'yesterday'], {}, 2, '--since yesterday is to be like 2h'],
  [['--forward-to', 'http://x', '--events', 'order'], {}, 2, '--events order is to be like order.approved'],
  [['--forward-two', 'http://x'], {}, 2, '--forward-two'],
  [['--print'], { ANDEN_API_KEY: '' }, 2, 'set ANDEN_API_KEY to a key with the scope read:events'],
  [['--print'], { ANDEN_URL: '' }, 2, 'set ANDEN_URL to the address of your warehouse'],
  [['--print'], { ANDEN_URL: 'portal.example.com' }, 1, 'baseUrl is to be like https://portal.example.com'],
  [['--print'], { ANDEN_API_KEY: 'pk_wrong' }, 1, 'Is ANDEN_API_KEY the whole key'],
  [['--help'], {}, 0, 'usage: anden-listen'],
] as [string[], Record<string, string>, number, string][])(
  '%j with %j ends with %i: %s',
  async (parameters, env, code, said) => {
    expect(await listen(parameters, env).ended()).toEqual({ code, output: expect.stringContaining(said) })
  },
)

test('a key without the scope is told which one it needs', async () => {
  const { token } = await service.aClient({ scopes: ['read:stock'] })
  const { code, output } = await listen(['--print'], { ANDEN_API_KEY: token }).ended()
  expect([code, output]).toEqual([1, expect.stringContaining('The key needs the scope read:events')])
})
