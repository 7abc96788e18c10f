// The receivers in docs/samples/webhooks, each compiled and run on deliveries of the service that a receiver has saved.
// A language that is not installed is skipped; SAMPLES_LEFT_OUT names those that a machine lacks on purpose.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { sizes } from '../../tests/harness/sizes.ts'
import { signatureHeaders, signingKey } from './sign.ts'

type Sample = {
  /** Fails if the language is missing. */
  probe: [string, ...string[]]
  /** What Debian calls it. */
  debian: string
  compile?: [string, ...string[]]
  run: [string, ...string[]]
}

const scratch = await mkdtemp(join(tmpdir(), 'anden-samples-'))
afterAll(() => rm(scratch, { recursive: true }))
const source = (path: string) =>
  fileURLToPath(new URL(`../../../docs/samples/webhooks/${path}`, import.meta.url))
const built = (name: string) => join(scratch, name)

const samples: Record<string, Sample> = {
  typescript: {
    probe: [process.execPath, '--version'],
    debian: 'nodejs',
    run: [process.execPath, source('typescript/main.ts')],
  },
  python: {
    probe: ['python3', '--version'],
    debian: 'python3',
    run: ['python3', '-B', source('python/main.py')],
  },
  php: { probe: ['php', '--version'], debian: 'php-cli', run: ['php', source('php/main.php')] },
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

const receiver = await useReceiver()
const webhooks = await useWebhooks()
const client = await webhooks.aSubscriber(receiver.url)
webhooks.aWorker()

type DeliveryHeaders = Record<string, string | string[] | undefined>
type Delivery = { headers: DeliveryHeaders; body: string }

async function delivered(): Promise<Delivery> {
  const count = receiver.received.length
  const description = 'Ñandú 🍇 "comillas" \\ </script>'
  await webhooks.staff.post('/payments', {
    client_id: client.id,
    amount: 1,
    payment_method: 'qr',
    description,
  })
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

const signedAgain = ({ body }: Delivery, offsetSeconds: number): Delivery => {
  const unixSeconds = Math.floor(Date.now() / 1000) + offsetSeconds
  return { body, headers: signatureHeaders([signingKey(secret)], { envelopeId: 'evt_1', body, unixSeconds }) }
}
const withSignature = (change: (value: string) => string): Delivery => ({
  ...first,
  headers: { 'service-signature': change(String(first.headers['service-signature'])) },
})
const valid = `valid payment.received ${JSON.parse(first.body).id}`
const validDuring = `valid payment.received ${JSON.parse(during.body).id}`

const cases: [string, Delivery, readonly string[], string][] = [
  ['a delivery', first, [secret], valid],
  ['a delivery, with a second secret configured', first, [next, secret], valid],
  ['a delivery during a rotation, with the old secret', during, [secret], validDuring],
  ['a delivery during a rotation, with the new secret', during, [next], validDuring],
  [
    'a changed body',
    { ...first, body: first.body.replace('"amount":1', '"amount":9') },
    [secret],
    'invalid no-match',
  ],
  [
    'a changed timestamp',
    withSignature((value) => value.replace(/^t=\d+/, 't=1')),
    [secret],
    'invalid no-match',
  ],
  ['another secret', first, [wrong], 'invalid no-match'],
  ['no secret', first, [], 'invalid no-match'],
  ['an old delivery', signedAgain(first, -400), [secret], 'invalid too-old'],
  ['a delivery from the future', signedAgain(first, 400), [secret], 'invalid too-new'],
  ['no signature', { ...first, headers: {} }, [secret], 'invalid no-header'],
  ['no v1', withSignature((value) => value.replace(/,v1=.*/, '')), [secret], 'invalid malformed'],
  ['two timestamps', withSignature((value) => `${value},t=1`), [secret], 'invalid malformed'],
  [
    'a timestamp in another notation',
    withSignature((value) => value.replace('t=', 't=0')),
    [secret],
    'invalid malformed',
  ],
]

const leftOut = (process.env['SAMPLES_LEFT_OUT'] ?? '').split(' ')

for (const [language, { probe, debian, compile, run }] of Object.entries(samples)) {
  if (leftOut.includes(language)) continue
  const isMissing = spawnSync(probe[0], probe.slice(1)).status !== 0
  describe.skipIf(isMissing)(
    `the ${language} sample${isMissing ? ` (not installed: apt-get install ${debian})` : ''}`,
    () => {
      test('compiles, and judges every delivery as the service means it', async () => {
        if (compile) execFileSync(compile[0], compile.slice(1), { stdio: 'pipe' })
        const results = await Promise.all(
          cases.map(async ([name, delivery, secrets], i) => [
            name,
            await verdict(run, await saved(`${language}-${i}`, delivery), secrets),
          ]),
        )
        expect(Object.fromEntries(results)).toEqual(
          Object.fromEntries(cases.map(([name, , , expected]) => [name, expected])),
        )
      })
    },
  )
}

/** The files that a sample reads. */
async function saved(name: string, { headers, body }: Delivery): Promise<string[]> {
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\n`)
  const files = [join(scratch, `${name}.headers`), join(scratch, `${name}.body`)]
  await writeFile(files[0] ?? '', lines.join(''))
  await writeFile(files[1] ?? '', body)
  return files
}

/** What the sample prints; its exit code must agree. */
const verdict = ([program, ...args]: readonly string[], files: string[], secrets: readonly string[]) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, ANDEN_WEBHOOK_SECRETS: secrets.join(',') }
    execFile(program ?? '', [...args, ...files], { env }, (error, stdout, stderr) => {
      const text = stdout.trim()
      const isConsistent = (error === null) === text.startsWith('valid ')
      resolve(isConsistent ? text : `exit ${error?.code ?? 0}: ${text} ${stderr}`)
    })
  })
