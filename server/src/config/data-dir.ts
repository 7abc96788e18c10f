// The data directory, created by the first start that needs it.
import { access, constants, mkdir, stat } from 'node:fs/promises'
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
