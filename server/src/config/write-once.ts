import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'

/**
 * Writes a file that only its owner can read, unless it is there. Resolves with what is in it: of several processes
 * that do this at once, all get the same. Written under another name and linked into place, so nobody reads half of it.
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

/** Complete on the disk, under a name of its own beside the file. */
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
