// The migrations of this version are numbered SQL files. If the first line is `-- outside a transaction`, the file
// is run statement by statement (see apply.ts). Otherwise it is run as a whole, in one transaction.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export type Migration = {
  version: number
  name: string
  text: string
  checksum: string
  isOnline: boolean
}

/** The part of a migration that a database or a backup records. */
export type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>

const directory = new URL('../../../migrations/', import.meta.url)

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) =>
      parseMigration(file.replace(/\.sql$/, ''), await readFile(new URL(file, directory), 'utf8')),
    ),
  )
}

export function parseMigration(name: string, text: string): Migration {
  return {
    version: Number(name.slice(0, 4)),
    name,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    isOnline: /^-- outside a transaction\s*\n/.test(text),
  }
}
