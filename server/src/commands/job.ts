import { dateFault } from '@anden/contract/validation'
import { faultDetail } from '@anden/contract/values'
import { type Command, InvalidArgumentError } from 'commander'
import { baseUrlOf } from '../config/settings.ts'
import { runLotExpiring } from '../jobs/lot-expiring.ts'
import { runRetention } from '../jobs/retention.ts'
import { tidyIdleSandboxes } from '../sandbox/idle.ts'
import { type JsonOption, print, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

export function jobCommands(program: Command) {
  const run = program.command('job').description('scheduled jobs').command('run').description('run a job now')

  withJson(run.command('lot-expiring').description('publish lot.expiring events for a day'))
    .option('--date <day>', 'YYYY-MM-DD (default: today, UTC)', dayArgument)
    .action(async (options: JsonOption & { date?: string }) => {
      const day = options.date ?? new Date().toISOString().slice(0, 10)
      print({ date: day, ...(await withDatabase((db) => runLotExpiring(db, day))) }, options)
    })

  withJson(run.command('retention').description('delete data that is past its retention period')).action(
    async (options: JsonOption) => {
      const removed = await withDatabase((db, config) =>
        runRetention(db, Date.now(), config.idempotencyTtlSeconds),
      )
      print(removed, options)
    },
  )

  withJson(
    run
      .command('idle-sandboxes')
      .description(
        'announce that sandboxes which nobody uses will be emptied, and empty those announced before',
      ),
  ).action(async (options: JsonOption) => {
    const done = await withDatabase((db, config) =>
      tidyIdleSandboxes({ db, baseUrl: () => baseUrlOf(config) }, Date.now()),
    )
    print(done, options)
  })
}

function dayArgument(text: string): string {
  const found = dateFault(text)
  if (found) throw new InvalidArgumentError(`it ${faultDetail(found)}`)
  return text
}
