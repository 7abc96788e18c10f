// The image without Docker: the files that .dockerignore lets through are copied as the Dockerfile copies them. From them
// the service is built, and then started by another user in a tree that nobody can write to.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { launchProgram } from './harness/command.ts'
import { emptyDatabase } from './harness/database.ts'
import { freePort } from './harness/free-port.ts'
import { until } from './harness/until.ts'

const workspace = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(workspace, file), 'utf8')
const dockerfile = read('deploy/Dockerfile').replaceAll('\\\n', ' ')
/** As in the Dockerfile. */
const containerUser = '10001'

const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isKept: line.startsWith('!'), pattern: asRegExp(line.replace(/^!/, '')) }))

/** As Docker reads it: `*` also matches names that begin with a dot. */
function asRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^$()|[\]]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'))
  return new RegExp(`^${source}$`)
}

/** The last rule that matches a file, or a directory above it, decides. */
function isSent(file: string): boolean {
  const directories = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  return rules.findLast(({ pattern }) => directories.some((path) => pattern.test(path)))?.isKept ?? true
}

/** What is copied from the context, stage by stage. */
const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words = '']) => {
  const paths = words.trim().split(/\s+/)
  const target = paths.at(-1) ?? ''
  return paths.slice(0, -1).map((source) => ({ source, target: target.replace(/^\/app\/?/, '') || '.' }))
})

function copyContext(source: string, target: string, root: string) {
  const isDirectory = statSync(join(workspace, source)).isDirectory()
  const files = isDirectory
    ? globSync(`${source}/**`, {
        cwd: workspace,
        withFileTypes: true,
        exclude: ({ name }) => name === 'node_modules',
      })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(workspace.length))
    : [source]
  for (const file of files.filter(isSent)) {
    const inTarget = isDirectory
      ? join(target, file.slice(source.length + 1))
      : join(target, file.split('/').at(-1) ?? '')
    mkdirSync(join(root, dirname(inTarget)), { recursive: true })
    cpSync(join(workspace, file), join(root, inTarget))
  }
}

/** What `npm ci` installs, from the packages that are installed here: those of others as links, ours as in the tree. */
function linkPackages(root: string) {
  for (const folder of ['', 'server', 'dashboard', 'sdk', 'bench', 'contract']) {
    const installed = join(workspace, folder, 'node_modules')
    if (!existsSync(installed)) continue
    mkdirSync(join(root, folder, 'node_modules'), { recursive: true })
    const names = readdirSync(installed).filter(
      (one) => one !== '@anden' && (one[0] !== '.' || one === '.bin'),
    )
    for (const name of names) symlinkSync(join(installed, name), join(root, folder, 'node_modules', name))
  }
  mkdirSync(join(root, 'node_modules/@anden'))
  for (const name of ['contract', 'server', 'sdk', 'dashboard', 'bench'])
    symlinkSync(join(root, name), join(root, 'node_modules/@anden', name))
}

/** Reports when a process ends whether it has loaded the module of Node that removes types. */
const reportAmaro =
  'process.on("exit",()=>process.stderr.write(process.moduleLoadList.filter((name)=>name.includes("amaro")).join()))'

/** It builds the dashboard, which takes a minute on a machine that runs other tests meanwhile. */
const buildTimeoutMs = 300_000

describe('the image', () => {
  test('is made of files that .dockerignore lets through', () => {
    const sources = copies.flat().map(({ source }) => source)
    expect(sources).toContain('dashboard')
    const missing = sources.filter((source) => !existsSync(join(workspace, source)) || !isSent(source))
    expect(missing).toEqual([])
    const unwanted = [
      'node_modules/pg',
      'data',
      '.git/config',
      'server/tests/container.test.ts',
      'deploy/.env',
    ]
    expect(unwanted.filter(isSent)).toEqual([])
  })

  test(
    'starts as another user on a read-only tree, with the pages and the documentation, and removes no types',
    async () => {
      const directory = mkdtempSync(join(tmpdir(), 'anden-image-'))
      chmodSync(directory, 0o755)
      onTestFinished(() => {
        execFileSync('chmod', ['-R', 'u+w', directory])
        rmSync(directory, { recursive: true })
      })
      const root = join(directory, 'app')
      mkdirSync(root)
      for (const { source, target } of copies.flat()) copyContext(source, target, root)
      // The lockfile and the packages that were copied belong together.
      const npmArguments = ['ci', '--omit=dev', '--dry-run', '--ignore-scripts', '--offline', '--no-audit']
      execFileSync('npm', npmArguments, { cwd: root, stdio: 'pipe' })
      linkPackages(root)
      const program = join(root, 'server/bin/anden.js')
      const asRoot = process.getuid?.() === 0
      const identity = ['--reuid', containerUser, '--regid', containerUser, '--clear-groups']
      const [command = '', ...before] = asRoot
        ? ['setpriv', ...identity, process.execPath]
        : [process.execPath]
      const own = (user: string, ...paths: string[]) =>
        asRoot && execFileSync('chown', ['-hR', `${user}:${user}`, ...paths])
      const compiled = join(directory, 'compiled')
      mkdirSync(compiled)
      const node = {
        NODE_COMPILE_CACHE: compiled,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reportAmaro)}`,
      }
      own(containerUser, root, compiled)
      const built = spawnSync(command, [...before, program, 'dashboard', 'build'], {
        cwd: root,
        env: { ...process.env, ...node },
        encoding: 'utf8',
      })
      expect(built.status, built.stderr).toBe(0)
      expect(built.stderr).toContain('amaro')
      own('0', root, compiled)
      execFileSync('chmod', ['-R', 'a-w,a+rX', root, compiled])

      const database = await emptyDatabase()
      const data = join(directory, 'data')
      mkdirSync(data)
      chmodSync(data, 0o777)
      const port = await freePort()
      const settings = {
        ...database.settings,
        ...node,
        SECRET_KEY: '0123456789abcdef0123456789abcdef',
        DATA_DIR: join(data, 'data'),
        PORT: String(port),
        DASHBOARD: 'true',
      }
      const server = launchProgram(command, [...before, program, 'serve'], settings)
      const get = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          headers: { accept: 'text/html', 'accept-language': 'es' },
        })
          .then(async (answer) => `${answer.status} ${await answer.text()}`)
          .catch(() => '')
      await until('the container is ready', async () => (await get('/readyz')).startsWith('200'))
      expect(await get('/docs/es/warehouse/first-day')).toMatch(/^200 [\s\S]*El primer día/)
      // The pages are opened beside the first requests.
      await until('the pages are served', async () =>
        /^200 [\s\S]*<script type="module"/.test(await get('/sign-in')),
      )
      expect(await server.end('SIGTERM')).toBe(0)
      expect(server.stderr()).not.toContain('amaro')
      await database.drop()
    },
    buildTimeoutMs,
  )
})

test('the compose file is valid, and gives the service what it needs', () => {
  const json = execFileSync(join(workspace, 'node_modules/.bin/yaml'), ['--json', '--single', '--strict'], {
    input: read('deploy/compose.yaml'),
  })
  const { services, volumes } = JSON.parse(String(json)) as {
    services: Record<
      string,
      { environment: Record<string, string>; volumes: string[]; build?: { dockerfile: string } }
    >
    volumes: Record<string, null>
  }
  const { anden, postgres } = services
  expect(existsSync(join(workspace, anden?.build?.dockerfile ?? ''))).toBe(true)
  expect(Object.keys(anden?.environment ?? {})).toEqual(['BASE_URL', 'DATABASE_URL', 'SECRET_KEY'])
  expect(anden?.environment['DATABASE_URL']).toContain(
    `@postgres:5432/${postgres?.environment['POSTGRES_DB']}`,
  )
  const used = [...(anden?.volumes ?? []), ...(postgres?.volumes ?? [])].map((volume) => volume.split(':')[0])
  expect(used).toEqual(Object.keys(volumes))
})
