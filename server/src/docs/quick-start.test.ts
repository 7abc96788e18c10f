// The quick start does what it says: its commands are run as printed, in one shell, against a demo server, followed by the
// commands of the guides, which use the same variables.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serve } from '../../tests/harness/command.ts'
import { emptyDatabase } from '../../tests/harness/database.ts'
import { blocksOf, pageFiles } from '../../tests/harness/docs-blocks.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { sizes } from '../../tests/harness/sizes.ts'
import { until } from '../../tests/harness/until.ts'

const workspace = fileURLToPath(new URL('../../../', import.meta.url))

/** Blocks with a caption are for another terminal, for one of two readers, or an example. */
const commandsOf = (file: string, captions: readonly string[] = []) =>
  blocksOf(file)
    .filter(({ language, caption }) => language === 'sh' && ['', ...captions].includes(caption))
    .map(({ code }) => code)

const own = 'your own service'
const client = 'your address and key'

test('has the same commands in both languages', () => {
  const shell = (file: string) => blocksOf(file).filter(({ language }) => language === 'sh')
  const english = shell('en/quick-start.md').map(({ code }) => code)
  expect(english.length).toBeGreaterThan(10)
  expect(shell('es/quick-start.md').map(({ code }) => code)).toEqual(english)
})

test.each(['en'].slice(0, sizes.quickStarts))(
  'works as printed in %s, for both readers, and again',
  // Its commands start some sixty processes, one after the other.
  { timeout: 400_000 },
  async (language) => {
    const database = await emptyDatabase()
    const settings = {
      ...database.settings,
      SECRET_KEY: '0123456789abcdef0123456789abcdef',
      DATA_DIR: join(await scratch(), 'data'),
    }
    const server = await serve(settings, ['--demo'])
    await until('the demo data is loaded', () => server.stderr().includes('Try it:'), 200_000)
    // These services have no pages, with which the SDK is built: e2e/sdk.test.ts installs it from one that has.
    const sdk = await scratch()
    await promisify(execFile)(process.execPath, [join(workspace, 'sdk/build/main.ts'), '--tarball', sdk])
    const page = `${language}/quick-start.md`
    const guides = pageFiles
      .filter((file) => file.startsWith(`${language}/guides/`))
      .flatMap((file) => commandsOf(file))
    const [variables = '', ...steps] = commandsOf(page, [own])
    const addressed = (commands: string[], key: string) =>
      commands
        .join('\n')
        .replaceAll('localhost:3000', new URL(server.url).host)
        .replaceAll('https://portal.example.com', server.url)
        .replaceAll('<key>', key)
    const upToTheKey = commandsOf(page, [own]).slice(0, 2)
    const { output } = await runScript(addressed([...upToTheKey, 'echo "$KEY"'], ''), settings)
    const key = /pk_test_\w+/.exec(output)?.[0] ?? ''

    const [listener = ''] = blocksOf(page)
      .filter(({ caption }) => caption === 'another terminal')
      .map(({ code }) => code)
    const state = { ...settings, ANDEN_LISTEN_STATE: join(await scratch(), 'listen.json') }
    const fromFile = listener.replace(/"[^"]*sdk\.tgz"/, join(sdk, 'sdk.tgz'))
    const listening = startScript(`BASE=${server.url}/api/v1/portal\nKEY=${key}\n${fromFile}`, state)
    await until('the listener listens', () => listening.output().includes('Events of'))

    // An HTTP error fails the command, and with it the script.
    const strict = 'curl() { command curl -f "$@"; }'
    const asOwner = [
      strict,
      variables,
      ...steps,
      ...steps.slice(1),
      'NUMBER=guides-$RANDOM$RANDOM',
      'ORDER=$(place_order)',
      `WEBHOOK=$(curl -s -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"url":"http://127.0.0.1:4000/","events":["order.created"]}' "$BASE/webhooks" | field id)`,
      ...guides,
    ]
    const delivered = [0, expect.stringMatching(/"status":"delivered".*"remito_number":\["X 99999-/s)]
    const owner = await runScript(addressed(asOwner, key), settings)
    expect([owner.code, owner.output]).toEqual(delivered)
    for (const _ of [1, 2]) {
      const asClient = addressed([strict, ...commandsOf(page, [client])], key)
      const { code, output: shown } = await runScript(asClient, settings)
      expect([code, shown]).toEqual(delivered)
    }
    for (const type of ['order.created', 'order.delivered', 'order.failed_delivery', 'remito.accepted'])
      await until(`${type} is printed`, () => listening.output().includes(`  ${type}  evt_`))
    await listening.stop()
    await server.end('SIGTERM')
    await database.drop()
  },
)

/** In a directory with the installed packages, and the file that a guide uploads. */
async function runScript(script: string, settings: Record<string, string>) {
  const { child, output } = startScript(script, settings, await folderOfReader())
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

async function folderOfReader(): Promise<string> {
  const directory = join(await scratch(), 'quick-start')
  await mkdir(directory)
  await symlink(join(workspace, 'node_modules'), join(directory, 'node_modules'))
  await writeFile(join(directory, 'purchase-order.pdf'), '%PDF-1.4\n%%EOF\n')
  await writeFile(join(directory, 'package.json'), '{}')
  return directory
}

function startScript(script: string, settings: Record<string, string>, cwd = tmpdir()) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: what npx starts ends together with it.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const stop = async () => {
    const ended = once(child, 'close')
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await ended
  }
  return { child, output: () => output, stop }
}
