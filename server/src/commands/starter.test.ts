// However a server is started (npm, npx, the installed command, a supervisor), it stops cleanly whichever process of that
// chain is stopped, and survives only where it should.
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { launchProgram, listening, type Running, type Settings } from '../../tests/harness/command.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { insertRows } from '../../tests/harness/insert-rows.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { until } from '../../tests/harness/until.ts'
import { demoClients } from '../demo/data.ts'

const bin = fileURLToPath(new URL('../../bin/anden.js', import.meta.url))
const packageFile = new URL('../../package.json', import.meta.url)

/** PATH without what npm adds, so that `node` is the machine's own, whatever its version. */
const machinePath = (process.env['PATH'] ?? '')
  .split(':')
  .filter((directory) => !directory.includes('node_modules'))
  .join(':')

const database = await useDatabase()
// `npm start` finds the demo's clients and loads nothing: a year of demo data would take ten seconds.
await insertRows(
  database.db,
  'clients',
  demoClients.map(({ id }) => ({ id, name: 'Demo', email: 'demo@bodega.example' })),
)
const settings: Settings = {
  ...database.settings,
  SECRET_KEY: '0123456789abcdef0123456789abcdef',
  DATA_DIR: join(await scratch(), 'data'),
  PORT: '0',
  LOG_LEVEL: 'warn',
  PATH: machinePath,
}

type Process = { pid: number; parent: number; name: string; command: string }

function processes(): Process[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z') return []
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return [{ pid: Number(pid), parent: Number(parent), name, command }]
    } catch {
      return []
    }
  })
}

/** The started process and all its descendants; the server is the last one. */
function chainBelow(pid: number): Process[] {
  const all = processes()
  const chain = all.filter((one) => one.pid === pid)
  for (const { pid } of chain) chain.push(...all.filter(({ parent }) => parent === pid))
  return chain
}

const isRunning = (pid: number) => processes().some((one) => one.pid === pid)

async function startChain(program: string, args: string[]) {
  const started = await listening(launchProgram(program, args, settings))
  const chain = chainBelow(started.pid)
  const server = chain.at(-1)
  if (!server) throw new Error('there is no chain')
  return { started, chain, server }
}

async function expectStopped({ started, server }: { started: Running & { url: string }; server: Process }) {
  await until('the server has ended', () => !isRunning(server.pid))
  // Its children share its output, so all of it has been read only after they have ended, too.
  await until('everything it wrote was read', () => started.exitCode() !== undefined)
  expect(started.stderr().match(/finishing requests in flight/g)).toHaveLength(1)
  expect(started.stderr()).not.toMatch(/Error|^\s+at /m)
  await expect(fetch(`${started.url}/livez`)).rejects.toThrow()
}

describe.runIf(process.platform === 'linux').concurrent('a server', () => {
  test('started by npm start stops whether npm or the server gets the SIGTERM, and npm exits with 0', async () => {
    for (const which of [0, -1]) {
      const running = await startChain('npm', ['start'])
      process.kill(running.chain.at(which)?.pid ?? 0, 'SIGTERM')
      await expectStopped(running)
      await until('npm has ended', () => running.started.exitCode() !== undefined)
      expect(running.started.exitCode()).toBe(0)
    }
  })

  test('started through npm and a shell stops when any process above it is stopped or killed', async () => {
    const { chain, started, server } = await startChain('npx', ['anden', 'serve'])
    process.kill(started.pid, 'SIGKILL')
    await expectStopped({ started, server })
    // npx forwards the signal to the shell, if there is one between npx and the server.
    for (const index of chain.slice(0, -1).keys()) {
      const running = await startChain('npx', ['anden', 'serve'])
      process.kill(running.chain[index]?.pid ?? 0, 'SIGTERM')
      await expectStopped(running)
    }
  })

  test('of anden listen, started through npx, stops when npx is killed', async () => {
    const npx = launchProgram('npx', ['anden', 'listen', '--port', '0'], settings)
    await until('it listens', () => npx.stderr().includes('Listening on http://127.0.0.1:'))
    const receiver = chainBelow(npx.pid).at(-1)
    process.kill(npx.pid, 'SIGKILL')
    await until('the receiver has ended', () => !isRunning(receiver?.pid ?? 0))
  })

  test('drains once on Ctrl-C, which the whole group gets and npm passes on again', async () => {
    const interrupted = await startChain('npm', ['start'])
    process.kill(-interrupted.started.pid, 'SIGINT')
    await expectStopped(interrupted)
  })

  test('started directly outlives its supervisor, but not the launcher', async () => {
    const script = '"$@" & wait'
    const supervised = await startChain('sh', ['-c', script, 'sh', process.execPath, bin, 'serve'])
    process.kill(supervised.started.pid, 'SIGKILL')
    await until('the supervisor has ended', () => !isRunning(supervised.started.pid))

    // Meanwhile several polls pass, in which it would have noticed.
    const launched = await startChain(bin, ['serve'])
    if (launched.chain.length > 1) {
      process.kill(launched.started.pid, 'SIGKILL')
      await expectStopped(launched)
    }
    expect((await fetch(`${supervised.started.url}/livez`)).status).toBe(200)
    process.kill(supervised.server.pid, 'SIGTERM')
    await expectStopped(supervised)
  })
})

describe.concurrent('the installed command, run by the Node of the machine', () => {
  test('returns the exit code, even of a child that was ended by a signal', async () => {
    const terminated = await startChain(bin, ['serve'])
    expect(await terminated.started.end('SIGTERM')).toBe(0)
    await expectStopped(terminated)

    const { started, chain, server } = await startChain(bin, ['serve'])
    process.kill(server.pid, 'SIGKILL')
    await until('the command has ended', () => started.exitCode() !== undefined)
    expect(started.exitCode()).toBe(chain.length > 1 ? 128 + 9 : null)

    const misspelt = launchProgram(bin, ['serv'], settings)
    await until('it has ended', () => misspelt.exitCode() !== undefined)
    expect(misspelt.exitCode()).toBe(1)
    expect(misspelt.stderr()).toMatch(/^anden: unknown command 'serv' [^\n]+\n$/)
  })

  test('knows its version', async () => {
    const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
    const asked = launchProgram(bin, ['--version'], settings)
    await until('it has ended', () => asked.exitCode() !== undefined)
    expect({ code: asked.exitCode(), text: asked.stdout() }).toEqual({ code: 0, text: `${version}\n` })
  })

  test('says in one line what is missing where the machine’s Node is too old', async () => {
    // A copy of the launcher alone, where npm has put nothing.
    const directory = await scratch()
    await mkdir(join(directory, 'bin'))
    await writeFile(join(directory, 'package.json'), '{"type":"module"}')
    await copyFile(bin, join(directory, 'bin/anden.js'))
    await mkdir(join(directory, 'src'))
    await writeFile(join(directory, 'src/main.ts'), "const ran: string = 'ran'\nconsole.log(ran)\n")
    const alone = launchProgram('node', [join(directory, 'bin/anden.js')], settings)
    await until('it has ended', () => alone.exitCode() !== undefined)
    if (alone.exitCode() === 0) expect(alone.stdout()).toBe('ran\n')
    else
      expect(alone.stderr()).toMatch(/^anden: the locked Node is not installed [^\n]+: run npm ci[^\n]+\n$/)
  })
})
