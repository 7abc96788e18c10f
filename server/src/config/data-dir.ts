// The data directory, created by the first start that needs it.

import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeDirectory(dataDir)
    await checkDataDir(dataDir)
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

/** Rejects with the system's error. */
export async function checkDataDir(path: string): Promise<void> {
  await isDirectory(path)
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** For a directory that is created on first use: whether it exists. Rejects if it exists but is not writable. */
export async function checkIfExists(directory: string): Promise<boolean> {
  if (!(await stat(directory).catch(() => null))) return false
  await checkDataDir(directory).catch(() => {
    throw new Error(`${directory} is not a writable directory: make it writable for the user that runs this`)
  })
  return true
}

export function unusableDataDir(dataDir: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? String(error)
  return new Error(
    `DATA_DIR ${dataDir} is not writable (${code}): give the user that runs this access to it, or set DATA_DIR to a writable directory`,
  )
}

/** Level by level: Node's own `recursive` never returns for a path under /proc, where nothing can be created. */
async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return
  if (dirname(path) !== path) await makeDirectory(dirname(path))
  await mkdir(path).catch(async (error) => {
    if (!(await isDirectory(path))) throw error
  })
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found && !found.isDirectory()) throw Object.assign(new Error(`${path} is a file`), { code: 'ENOTDIR' })
  return found !== undefined
}

/**
 * Writes a file that only its owner can read, unless it exists. Resolves with its content: if several processes do this
 * at once, all get the same. Written under another name and linked into place, so nobody can read a partial file.
 */
export async function writeOnce(file: string, content: string): Promise<string> {
  const draft = await writeDraft(file, content)
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}

/** Writes and syncs the content to a new file next to the given one. Resolves with its path. */
export async function writeDraft(file: string, content: string): Promise<string> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return draft
}
