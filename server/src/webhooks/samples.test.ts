// The receivers in docs/samples/webhooks, each compiled, started, and sent deliveries of the service.
// A language that is not installed is skipped; SAMPLES_LEFT_OUT names those that a machine lacks on purpose.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../../tests/harness/free-port.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { sizes } from '../../tests/harness/sizes.ts'
import { until } from '../../tests/harness/until.ts'
import { signatureHeaders, signingKey } from './sign.ts'

type Sample = {
  /** Fails if the language is missing. */
  probe: [string, ...string[]]
  /** What Debian calls it. */
  debian: string
  compile?: [string, ...string[]]
  run: [string, ...string[]]
  /** Calls the function that verifies, with no secret and with empty ones; fails if it does not throw each time. */
  withoutSecret?: [string, ...string[]]
}

const scratch = await mkdtemp(join(tmpdir(), 'anden-samples-'))
const started: ChildProcess[] = []
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(scratch, { recursive: true })
})
const source = (path: string) =>
  fileURLToPath(new URL(`../../../docs/samples/webhooks/${path}`, import.meta.url))
const built = (name: string) => join(scratch, name)

const samples: Record<string, Sample> = {
  typescript: {
    probe: [process.execPath, '--version'],
    debian: 'nodejs',
    run: [process.execPath, source('typescript/main.ts')],
    withoutSecret: [
      process.execPath,
      '--input-type=module',
      '-e',
      `import { verifyWebhook } from '${source('typescript/verify-webhook.ts')}'
      for (const secrets of [[], [''], [' ', 'whsec_1']]) {
        let refusal
        try { verifyWebhook('', Buffer.from('x'), secrets) } catch (error) { refusal = error }
        if (!(refusal instanceof TypeError)) throw new Error('accepted')
      }`,
    ],
  },
  python: {
    probe: ['python3', '--version'],
    debian: 'python3',
    run: ['python3', '-B', source('python/main.py')],
    withoutSecret: [
      'python3',
      '-B',
      '-c',
      `import sys
sys.path.insert(0, '${source('python')}')
from verify_webhook import verify_webhook
for secrets in [], [''], [' ', 'whsec_1']:
    try:
        verify_webhook('', b'x', secrets)
    except ValueError:
        continue
    sys.exit('accepted')`,
    ],
  },
  php: {
    probe: ['php', '--version'],
    debian: 'php-cli',
    run: ['php', source('php/main.php')],
    withoutSecret: [
      'php',
      '-r',
      `require '${source('php/verify_webhook.php')}';
      foreach ([[], [''], [' ', 'whsec_1']] as $secrets) {
        try { verify_webhook('', 'x', $secrets); } catch (InvalidArgumentException) { continue; }
        exit(1);
      }`,
    ],
  },
  csharp: {
    probe: ['mcs', '--version'],
    debian: 'mono-mcs',
    compile: [
      'mcs',
      `-out:${built('csharp.exe')}`,
      source('csharp/WebhookSignature.cs'),
      source('csharp/Program.cs'),
    ],
    run: ['mono', built('csharp.exe')],
  },
}
if (sizes.slowCompilers > 0) {
  samples['go'] = {
    probe: ['go', 'version'],
    debian: 'golang-go',
    compile: ['go', 'build', '-o', built('go'), source('go/main.go'), source('go/verify_webhook.go')],
    run: [built('go')],
  }
  samples['java'] = {
    probe: ['javac', '-version'],
    debian: 'default-jdk-headless',
    compile: ['javac', '-d', built('java'), source('java/WebhookSignature.java'), source('java/Main.java')],
    run: ['java', '-cp', built('java'), 'Main'],
  }
}

const leftOut = (process.env['SAMPLES_LEFT_OUT'] ?? '').split(' ')
const tested = Object.entries(samples)
  .filter(([language]) => !leftOut.includes(language))
  .map(([language, sample]) => ({
    language,
    ...sample,
    isMissing: spawnSync(sample.probe[0], sample.probe.slice(1)).status !== 0,
  }))
// Before anything is signed: a compiler can take longer than a signature is valid.
for (const { compile, isMissing } of tested)
  if (compile && !isMissing) execFileSync(compile[0], compile.slice(1), { stdio: 'pipe' })

const receiver = await useReceiver()
const webhooks = await useWebhooks()
// A sandbox, as the guides tell their readers.
const client = await aSandboxWithEndpoint()
webhooks.aWorker()

type DeliveryHeaders = Record<string, string | string[] | undefined>
type Delivery = { headers: DeliveryHeaders; body: string }

async function aSandboxWithEndpoint() {
  const { portal } = await webhooks.service.aSandboxOf(await webhooks.service.aClient())
  const { body } = await portal.post('/webhooks', { url: receiver.url, events: ['payment.received'] })
  return { portal, path: `/webhooks/${body.id}`, secret: body.signing_secret as string }
}

async function delivered(): Promise<Delivery> {
  const count = receiver.received.length
  const description = 'Ñandú 🍇 "comillas" \\ </script>'
  await client.portal.post('/sandbox/payments', { amount: 1, payment_method: 'qr', description })
  await receiver.arrived(count + 1)
  const { headers, body } = receiver.received[count] ?? { headers: {}, body: '' }
  return { headers, body }
}

const { secret } = client
const wrong = `whsec_${'0'.repeat(64)}`
const first = await delivered()
const { body: rotated } = await client.portal.post(`${client.path}/rotate-secret`, { overlap_seconds: 600 })
const during = await delivered()
const next = rotated.signing_secret as string

const signedAgain = (body: string, offsetSeconds = 0): Delivery => {
  const unixSeconds = Math.floor(Date.now() / 1000) + offsetSeconds
  return { body, headers: signatureHeaders([signingKey(secret)], { envelopeId: 'evt_1', body, unixSeconds }) }
}
function signedWith(key: string): Delivery {
  const unixSeconds = Math.floor(Date.now() / 1000)
  const hmac = createHmac('sha256', key).update(`${unixSeconds}.${first.body}`).digest('hex')
  return { ...first, headers: { 'service-signature': `t=${unixSeconds},v1=${hmac}` } }
}
const withSignature = (change: (value: string) => string): Delivery => ({
  ...first,
  headers: { 'service-signature': change(String(first.headers['service-signature'])) },
})
const idOf = ({ body }: Delivery): string => JSON.parse(body).id
const valid = { status: 200, received: idOf(first) }
const validDuring = { status: 200, received: idOf(during) }
const invalid = (error: string) => ({ status: 400, error })
const ping = JSON.stringify({ id: 'evt_test_1', type: 'webhook.test', data: { object: {} } })

const cases: [string, Delivery, readonly string[], object][] = [
  ['a delivery', first, [secret], valid],
  ['the same delivery again', first, [secret], valid],
  ['a delivery, with a second secret configured', first, [next, secret], valid],
  ['a delivery during a rotation, with the old secret', during, [secret], validDuring],
  ['a delivery during a rotation, with the new secret', during, [next], validDuring],
  ['a test of the endpoint', signedAgain(ping), [secret], { status: 200, received: 'evt_test_1' }],
  [
    'a changed body',
    { ...first, body: first.body.replace('"amount":1', '"amount":9') },
    [secret],
    invalid('no-match'),
  ],
  [
    'a changed timestamp',
    withSignature((value) => value.replace(/^t=\d+/, 't=1')),
    [secret],
    invalid('no-match'),
  ],
  ['another secret', first, [wrong], invalid('no-match')],
  ['a forgery with an empty secret', signedWith(''), [secret], invalid('no-match')],
  ['a forgery with the prefix of a secret', signedWith('whsec_'), [secret], invalid('no-match')],
  ['an old delivery', signedAgain(first.body, -4_000), [secret], invalid('too-old')],
  ['a delivery from the future', signedAgain(first.body, 4_000), [secret], invalid('too-new')],
  ['no signature', { ...first, headers: {} }, [secret], invalid('no-header')],
  ['no v1', withSignature((value) => value.replace(/,v1=.*/, '')), [secret], invalid('malformed')],
  ['two timestamps', withSignature((value) => `${value},t=1`), [secret], invalid('malformed')],
  [
    'a timestamp in another notation',
    withSignature((value) => value.replace('t=', 't=0')),
    [secret],
    invalid('malformed'),
  ],
]

for (const { language, debian, run, withoutSecret, isMissing } of tested) {
  describe.skipIf(isMissing)(
    `the ${language} sample${isMissing ? ` (not installed: apt-get install ${debian})` : ''}`,
    () => {
      test('judges every delivery as the service means it, and handles each event once', async () => {
        const servers = new Map<string, Promise<Running>>()
        const serverWith = (secrets: string) => {
          const server = servers.get(secrets) ?? start(run, secrets)
          servers.set(secrets, server)
          return server
        }
        const results: [string, object][] = []
        for (const [name, delivery, secrets] of cases) {
          const { url } = await serverWith(secrets.join(','))
          results.push([name, await answerTo(url, delivery)])
        }
        expect(Object.fromEntries(results)).toEqual(
          Object.fromEntries(cases.map(([name, , , expected]) => [name, expected])),
        )
        const { url, printed } = await serverWith(secret)
        expect((await fetch(url)).status).toBe(405)
        expect(printed().split('\n').slice(1, -1)).toEqual(
          [first, during].map((delivery) => `payment.received ${idOf(delivery)}`),
        )
      })

      test('answers what the service itself sends it', async () => {
        const port = await freePort()
        const subscriber = await webhooks.aSubscriber(`http://127.0.0.1:${port}/hooks`)
        const { printed } = await start(run, subscriber.secret, port)
        await webhooks.pay(subscriber)
        await until('it is handled', () => printed().includes('payment.received evt_'))
        await until('it is recorded', async () => (await subscriber.newestDelivery()).status === 'succeeded')
      })

      test.each([
        ['no secret', ''],
        ['a blank secret', ' '],
        ['an empty secret after another', `${secret},`],
      ])('does not start with %s', async (_, given) => {
        const env = { ...process.env, ANDEN_WEBHOOK_SECRET: given, PORT: String(await freePort()) }
        const { status, stderr } = spawnSync(run[0], run.slice(1), { env, encoding: 'utf8', timeout: 20_000 })
        expect([status, stderr]).toEqual([1, expect.stringContaining('ANDEN_WEBHOOK_SECRET is missing')])
      })

      if (!withoutSecret) return
      test('verifies nothing without a secret', () => {
        const [program, ...args] = withoutSecret
        const { status, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8' })
        expect([status, stderr, stdout]).toEqual([0, '', ''])
      })
    },
  )
}

type Running = { url: string; printed(): string }

async function start(
  [program, ...args]: readonly string[],
  secrets: string,
  given?: number,
): Promise<Running> {
  const port = given ?? (await freePort())
  const env = {
    ...process.env,
    ANDEN_WEBHOOK_SECRET: secrets,
    ANDEN_EVENTS: join(scratch, `events-${port}`),
    PORT: String(port),
  }
  const child = spawn(program ?? '', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const url = `http://127.0.0.1:${port}/hooks`
  const ended = once(child, 'exit').then(() => {
    throw new Error(`it has ended: ${output.stderr}`)
  })
  ended.catch(() => undefined)
  const isListening = () =>
    fetch(url).then(
      () => output.stdout.includes(url),
      () => false,
    )
  await Promise.race([until('it listens', isListening), ended])
  return { url, printed: () => output.stdout }
}

async function answerTo(url: string, { headers, body }: Delivery): Promise<object> {
  const given = Object.entries(headers).filter(([name]) => /^(service|webhook)-/i.test(name))
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: [
      ['content-type', 'application/json'],
      ...given.map(([name, value]) => [name, String(value)] as [string, string]),
    ],
  })
  return { status: response.status, ...((await response.json()) as object) }
}
