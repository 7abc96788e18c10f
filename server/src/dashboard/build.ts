// Builds the dashboard when its sources have changed. Of several processes that start at once, one builds and the others
// wait for it. The new build is renamed into place, so nobody sees half of one.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from '../db/embedded/lock.ts'
import { type Dist, loadDist } from './assets.ts'

export type BuildOptions = {
  /** The root of the checkout, with a trailing slash. */
  workspace: string
  say: (line: string) => void
  /** Ends a build that is running. */
  signal?: AbortSignal
}

export const distOf = (workspace: string) => join(workspace, 'dashboard/dist')
const hashFile = 'sources.sha256'
const maxErrorLength = 10_000

/** Returns whether it had to build. */
export async function buildIfChanged({ workspace, say, signal }: BuildOptions): Promise<boolean> {
  const hash = await sourcesHash(workspace)
  const dist = distOf(workspace)
  const isUpToDate = async () => {
    const built = await readFile(join(dist, hashFile), 'utf8').catch(() => null)
    return built !== null && (hash === null || built === hash)
  }
  if (await isUpToDate()) return false
  if (hash === null) throw new Error('it is not built, and its sources are not installed')
  const scratch = join(workspace, 'dashboard/.build')
  return withLock(join(scratch, 'lock'), async () => {
    if (await isUpToDate()) return false
    say('dashboard: building the pages, once, which takes a few seconds')
    const start = performance.now()
    const next = join(scratch, 'next')
    const previous = join(scratch, 'previous')
    for (const left of [next, previous]) await rm(left, { recursive: true, force: true })
    await mkdir(next)
    await compile(join(workspace, 'dashboard'), next, signal)
    await writeFile(join(next, hashFile), hash)
    await rename(dist, previous).catch(ignoreMissing)
    await rename(next, dist)
    await rm(previous, { recursive: true, force: true })
    say(`dashboard: built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
    return true
  })
}

/** In a process of its own, because it keeps a core busy for seconds. It gets no settings, as some of them are secret. */
async function compile(dashboard: string, out: string, signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(dashboard, 'build/compile.ts'), out], {
    cwd: dashboard,
    // A user that the system does not know, as that of the container, has no home directory, and the build asks for it.
    env: { NODE_ENV: 'production', NO_COLOR: '1', HOME: '/' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, maxErrorLength)
  })
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(reasonIn(errors))
}

/** The line of an uncaught error that says what is wrong; around it are the source and the stack. */
function reasonIn(errors: string): string {
  const lines = errors.split('\n').map((line) => line.trim())
  const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find((line) => line !== '')
  return reason ?? 'the build ended without a reason'
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

// What the built dashboard depends on, as one hash. It is stored with the build, so a start can tell whether the build is
// up to date: 400 files are read and hashed in 30 ms.

/** Files and folders below the root of the workspace. */
const inputs = [
  'package-lock.json',
  'openapi',
  'contract/src',
  'sdk/LICENSE',
  'sdk/README.md',
  'sdk/build',
  'sdk/package.json',
  'sdk/src',
  'sdk/tsconfig.build.json',
  'sdk/tsconfig.listen.json',
  'dashboard/build',
  'dashboard/public',
  'dashboard/src',
  'dashboard/index.html',
  'dashboard/lingui.config.ts',
  'dashboard/package.json',
  'dashboard/phone.html',
  'dashboard/vite.config.ts',
]

/** null: the sources are not installed, only what was built from them. */
async function sourcesHash(workspace: string): Promise<string | null> {
  if (!existsSync(join(workspace, 'dashboard/src'))) return null
  const files = (await Promise.all(inputs.map((input) => filesOf(workspace, input)))).flat()
  const contents = await Promise.all(files.map((file) => readFile(join(workspace, file))))
  const hash = createHash('sha256')
  for (const [index, file] of files.entries()) {
    const content = contents[index] ?? ''
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Sorted, without tests. */
async function filesOf(workspace: string, path: string): Promise<string[]> {
  const found = await stat(join(workspace, path)).catch(() => null)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(join(workspace, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(workspace.length))
    .sort()
}

// The dashboard of this process: being built, ready, or failed. The APIs do not wait for it.

type DashboardState = { is: 'building' } | { is: 'failed' } | { is: 'ready'; dist: Dist }

export type Dashboard = { state(): DashboardState; close(): void }

export const ownWorkspace = fileURLToPath(new URL('../../../', import.meta.url))

export function openDashboard({ workspace, say }: Omit<BuildOptions, 'signal'>): Dashboard {
  let state: DashboardState = { is: 'building' }
  const stopping = new AbortController()
  const { signal } = stopping
  buildIfChanged({ workspace, say, signal })
    .then(() => loadDist(distOf(workspace)))
    .then((dist) => {
      state = { is: 'ready', dist }
    })
    .catch((error: Error) => {
      if (signal.aborted) return
      state = { is: 'failed' }
      say(`dashboard: not available, the API is: ${error.message}`)
    })
  return {
    state: () => state,
    close: () => stopping.abort(),
  }
}
