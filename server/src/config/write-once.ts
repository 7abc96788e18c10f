import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'

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
