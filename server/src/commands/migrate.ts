import type { Command } from 'commander'
import { readConfig } from '../config/settings.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { type JsonOption, print, say, withJson } from './output.ts'

export function migrateCommand(program: Command) {
  withJson(program.command('migrate').description('run pending migrations (serve does so too)')).action(
    async (options: JsonOption) => {
      const database = await openDatabase(readConfig(), { schema: 'asIs', preparesPooler: true, say })
      try {
        const { applied } = await migrate(database.db, { say })
        print(
          options.json ? { applied } : { applied: applied.length === 0 ? 'nothing: up to date' : applied },
          options,
        )
      } finally {
        await database.close()
      }
    },
  )
}
