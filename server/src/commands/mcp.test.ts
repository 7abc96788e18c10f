// `anden mcp` as an agent starts it. What it can do is shown in mcp/every-tool.test.ts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anden } from '../../tests/harness/command.ts'
import { freePort } from '../../tests/harness/free-port.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { newToken } from '../identity/tokens.ts'

const service = await useService()
const client = await service.aClient()
const main = fileURLToPath(new URL('../main.ts', import.meta.url))

// Nothing listens on the port of a server that has ended.
const closedPort = await freePort()

const message = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const initialize = message(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

/** Sends all messages at once, and closes the standard input. */
async function said(lines: readonly string[], { args = [] as string[], ...environment }) {
  const child = spawn(process.execPath, [main, 'mcp', ...args], { env: environment })
  child.stdin.end(`${lines.join('\n')}\n`)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  const answers = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { code: child.exitCode, answers: answers.sort((a, b) => a.id - b.id), stderr }
}

test.each(['', '/', '/mcp', '/api/v1/portal', '/api/v1/portal/'])(
  'takes the address of the portal followed by %j, answers what has arrived, and ends with its input',
  async (path) => {
    const { code, answers, stderr } = await said([initialize, message(2, 'tools/list'), 'no JSON'], {
      ANDEN_URL: `${service.url}${path}`,
      ANDEN_API_KEY: client.token,
    })
    expect(answers.map(({ id }) => id)).toEqual([1, 2])
    expect(answers[0].result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'anden' } })
    expect(answers[1].result.tools.length).toBeGreaterThan(20)
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^anden: [^\n]*JSON[^\n]*\n$/)])
  },
)

test.each([
  ['a wrong key', () => ({ args: ['--url', service.url, '--key', newToken('pk_')] }), 'auth/invalid-key'],
  [
    'no service',
    () => ({ args: ['--url', `http://127.0.0.1:${closedPort}`, '--key', client.token] }),
    'ECONNREFUSED',
  ],
])('with %s each request gets an error that says so', async (_, settings, reason) => {
  const { code, answers, stderr } = await said([initialize, message(2, 'tools/list')], settings())
  expect(answers).toHaveLength(2)
  for (const { error } of answers) {
    expect(error.code).toBe(-32_000)
    expect(error.message).toContain(reason)
  }
  expect([code, stderr]).toEqual([0, expect.stringContaining(reason)])
})

test('an address that is none, or no key, is refused', async () => {
  const refused = await anden(['mcp', '--url', 'portal.example.com'], { ANDEN_API_KEY: 'x' })
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('must be an address'),
  })
  const keyless = await anden(['mcp', '--url', 'https://portal.example.com'], {})
  expect(keyless).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--key') })
})
