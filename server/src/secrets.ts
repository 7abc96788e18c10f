// One secret, and a key of its own for each use, so that a cursor can never pass for a link.
import { hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { makeDataDir } from './data-dir.ts'

export type Secrets = { keyFor(use: 'cursor' | 'link' | 'webhook'): Buffer }

export function deriveSecrets(secretKey: string): Secrets {
  return {
    keyFor: (use) => Buffer.from(hkdfSync('sha256', secretKey, 'anden', use, 32)),
  }
}

export async function loadSecrets(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Secrets> {
  return deriveSecrets(config.secretKey ?? (await generatedSecretKey(config.dataDir)))
}

async function generatedSecretKey(dataDir: string): Promise<string> {
  await makeDataDir(dataDir)
  const file = join(dataDir, 'secret-key')
  const secretKey = (await readIfThere(file)) ?? (await generate(file))
  if (!/^[0-9a-f]{64}$/.test(secretKey)) {
    throw new Error(
      `${file} is damaged: restore it from a backup. If there is none, delete it; links that were handed out and stored webhook secrets are then lost`,
    )
  }
  return secretKey
}

/** Written whole under another name and linked into place: of two first starts, both read the same one. */
async function generate(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('hex')}\n`)
    await handle.sync()
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
  return (await readFile(file, 'utf8')).trim()
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
