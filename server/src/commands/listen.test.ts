import { describe, expect, onTestFinished, test } from 'vitest'
import { anden, launch } from '../../tests/harness/command.ts'
import { until } from '../../tests/harness/until.ts'
import { createSender } from '../webhooks/send.ts'
import { signatureHeaders, signingKey } from '../webhooks/sign.ts'

const secret = `whsec_${'a1'.repeat(32)}`
const event = { id: 'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10', type: 'order.approved' }

async function listening(...args: string[]) {
  const running = launch(['listen', '--port', '0', ...args], {})
  const url = () => /http:\/\/127\.0\.0\.1:\d+/.exec(running.stderr())?.[0]
  await until('it listens', () => url() !== undefined || running.exitCode() !== undefined)
  if (url() === undefined) throw new Error(`it ended: ${running.stderr()}`)
  const sender = createSender({ timeoutMs: 20_000, allowPrivate: true })
  onTestFinished(async () => {
    await sender.close()
    await running.end('SIGKILL')
  })
  const output = () => running.stdout().split('\n').slice(0, -1)
  /** Without the payloads, which are indented. */
  const lines = () => output().filter((line) => !line.startsWith('  '))
  return {
    ...running,
    lines,
    /** The payload of the latest event, as it is shown. */
    payload: () => output().slice(output().lastIndexOf(lines().at(-1) ?? '') + 1),
    async send({ by = secret, agedSeconds = 0, text = JSON.stringify(event), headers = {} } = {}) {
      const unixSeconds = Math.floor(Date.now() / 1000) - agedSeconds
      const before = lines().length
      const outcome = await sender.send({
        url: `${url()}/any/path`,
        headers: {
          'Service-Delivery-Attempt': '3',
          ...signatureHeaders([signingKey(by)], { envelopeId: event.id, body: text, unixSeconds }),
          ...headers,
        },
        body: text,
      })
      await until('it is shown', () => lines().length > before)
      return { ...outcome, line: lines().at(-1) ?? '' }
    },
  }
}

describe('listen', () => {
  test('shows each event in a line, says whether its signature holds, and answers 200', async () => {
    const { send, lines } = await listening('--secret', secret)
    const good = await send()
    expect(good).toMatchObject({ succeeded: true, responseStatus: 200 })
    expect(good.line).toMatch(
      /^\d{4}-\S+Z {2}order\.approved {2}evt_0199b1c2-\S+ {2}attempt 3 {2}signature holds$/,
    )
    expect((await send({ by: `whsec_${'b2'.repeat(32)}` })).line).toContain('signature does not hold: no v1')
    expect((await send({ agedSeconds: 400 })).line).toMatch(/signature does not hold: .* 40\d s in the past/)
    expect((await send({ headers: { 'Service-Signature': 'nonsense' } })).line).toContain('does not hold')
    expect(lines()).toHaveLength(4)
  })

  test('shows the payload of each event, indented, below its line', async () => {
    const { send, payload } = await listening()
    const full = { ...event, data: { object: { id: 'ñ', items: [{ quantity: 1.5 }], notes: null } } }
    await send({ text: JSON.stringify(full) })
    expect(payload().slice(0, 2)).toEqual(['  {', `    "id": "${event.id}",`])
    expect(JSON.parse(payload().join(''))).toEqual(full)

    await send({ text: 'not JSON' })
    expect(payload()).toEqual(['  (the body is not a JSON event)'])
    // Rendering it would overflow the stack.
    await send({ text: '['.repeat(50_000) + ']'.repeat(50_000) })
    expect(payload()).toEqual(['  (the body is not a JSON event)'])

    await send({ text: JSON.stringify({ ...event, data: 'x'.repeat(1_000_000) }) })
    await until('all of it is shown', () => payload().at(-1)?.startsWith('  …') ?? false)
    expect(payload().join('').length).toBeLessThan(101_000)
    expect(payload().at(-1)).toMatch(/^ {2}… and 900\d+ more characters$/)
  })

  test('says that signatures are not checked without a secret', async () => {
    const { send, stderr } = await listening()
    expect((await send()).line).toContain('signature not checked')
    expect(stderr()).toContain('give --secret')
  })

  test('prints one JSON value a line with --json', async () => {
    const { send } = await listening('--secret', secret, '--json')
    expect(JSON.parse((await send()).line)).toEqual({
      received_at: expect.stringMatching(/Z$/),
      ...event,
      attempt: 3,
      signature: 'holds',
      reason: null,
      event,
    })
    expect(JSON.parse((await send({ text: 'not JSON' })).line)).toMatchObject({ type: null, event: null })
  })

  test('responds with the given status after the given delay', async () => {
    const { send } = await listening('--status', '503', '--delay', '300')
    const outcome = await send()
    expect(outcome).toMatchObject({ succeeded: false, error: 'HTTP 503' })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(295)
  })

  test('never passes control sequences on to the terminal', async () => {
    const { send, payload } = await listening()
    const { line } = await send({
      text: JSON.stringify({ ...event, type: '\u001b[2J\u009b2Jgone\nnew line' }),
    })
    expect(line).toContain('\uFFFD[2J\uFFFD2Jgone\uFFFDnew line')
    expect(payload()).toContain('    "type": "\\u001b[2J\uFFFD2Jgone\\nnew line"')
    expect(payload().join('')).not.toMatch(/\p{Cc}/u)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends cleanly on %s, also while somebody waits',
    async (signal) => {
      const { send, lines, end } = await listening('--delay', '600000')
      const waiting = send()
      await until('it has arrived', () => lines().length === 1)
      expect(await end(signal)).toBe(0)
      expect(await waiting).toMatchObject({ succeeded: false })
    },
  )

  test('says what is wrong in one line', async () => {
    const taken = await listening()
    const port = /:(\d+) /.exec(taken.stderr())?.[1] ?? ''
    const refusals = await Promise.all([
      anden(['listen', '--port', port], {}),
      anden(['listen', '--secret', 'whsec_abc'], {}),
      anden(['listen', '--status', '99'], {}),
    ])
    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1])
    const [inUse, secretFault, statusFault] = refusals.map(({ stderr }) => stderr)
    expect(inUse).toBe(`anden: port ${port} is in use: choose another with --port\n`)
    expect(secretFault).toContain('it must be whsec_ and 64 hexadecimal characters')
    expect(statusFault).toContain('it must be a whole number from 200 to 599')
  })
})
