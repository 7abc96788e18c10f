// Writes schema.sql; with --check, only verifies that it matches the migrations.
import { readFile, writeFile } from 'node:fs/promises'
import { describeSchema } from './schema/describe.ts'
import { withScratchDatabase } from './schema/scratch.ts'

const file = new URL('../../schema.sql', import.meta.url)

try {
  const text = await withScratchDatabase(process.env['DATABASE_URL'], describeSchema)
  if (!process.argv.includes('--check')) {
    await writeFile(file, text)
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    throw new Error('server/schema.sql does not match the migrations: run npm run db:dump')
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
