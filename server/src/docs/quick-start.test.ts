// The quick start does what it says: its commands are run as printed, in one shell, against a demo server, followed by the
// commands of the guides, which use the same variables.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { serve } from '../../tests/harness/command.ts'
import { emptyDatabase } from '../../tests/harness/database.ts'
import { blocksOf, pageFiles } from '../../tests/harness/docs-blocks.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { freePort } from '../../tests/harness/free-port.ts'
import { sizes } from '../../tests/harness/sizes.ts'
import { until } from '../../tests/harness/until.ts'

const workspace = fileURLToPath(new URL('../../../', import.meta.url))

/** Blocks with a caption are for another terminal, or an example. */
const commandsOf = (file: string) =>
  blocksOf(file)
    .filter(({ language, caption }) => language === 'sh' && caption === '')
    .map(({ code }) => code)

test('has the same commands in both languages', () => {
  const english = commandsOf('en/quick-start.md')
  expect(english).toHaveLength(8)
  expect(commandsOf('es/quick-start.md')).toEqual(english)
})

test.each(['en'].slice(0, sizes.quickStarts))('works as printed in %s', async (language) => {
  const database = await emptyDatabase()
  const settings = {
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: join(await scratch(), 'data'),
  }
  const server = await serve(settings, ['--demo'])
  await until('the demo data is loaded', () => server.stderr().includes('Try it:'))
  const receiverPort = await freePort()
  const guides = pageFiles.filter((file) => file.startsWith(`${language}/guides/`)).flatMap(commandsOf)
  const commands = [
    // An HTTP error fails the command, and with it the script.
    'curl() { command curl -f "$@"; }',
    ...commandsOf(`${language}/quick-start.md`),
    `WEBHOOK=$(curl -s -H "Authorization: Bearer $KEY" "$BASE/webhooks" | field id)`,
    ...guides,
  ]
  const script = commands
    .join('\n')
    .replaceAll('localhost:3000', new URL(server.url).host)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${receiverPort}`)
    .replaceAll('anden listen', `anden listen --port ${receiverPort}`)
  const { code, output } = await runScript(script, settings)
  expect([code, output]).toEqual([0, expect.stringContaining('order.created')])
  expect(output).toMatch(/order\.created .*signature holds/)
  expect(output).toMatch(/order\.approved .*signature holds/)
  expect(output).toContain('"remito_number":["R 00001-')
  await server.end('SIGTERM')
  await database.drop()
})

/** In a directory with the installed packages, and the file that a guide uploads. */
async function runScript(script: string, settings: Record<string, string>) {
  const directory = join(await scratch(), 'quick-start')
  await mkdir(directory)
  await symlink(join(workspace, 'node_modules'), join(directory, 'node_modules'))
  await writeFile(join(directory, 'purchase-order.pdf'), '%PDF-1.4\n%%EOF\n')
  await writeFile(join(directory, 'package.json'), '{}')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('bash', ['-e', '-o', 'pipefail'], {
    cwd: directory,
    env: { PATH, HOME, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.stdin.end(script)
  await once(child, 'close')
  return { code: child.exitCode, output }
}
