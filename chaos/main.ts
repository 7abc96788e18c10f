// `npm run chaos` runs a service of many processes under faults, and then audits its data.
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { type ChaosOptions, readOptions, usage } from './options.ts'

try {
  const options = readOptions(process.argv.slice(2))
  if (options) await run(options)
  else process.stdout.write(`${usage}\n`)
} catch (error) {
  process.stderr.write(`chaos: ${(error as Error).message}\n`)
  process.exitCode = 1
}

async function run({ seed, seconds }: ChaosOptions) {
  process.env['CHAOS_SEED'] = `${seed}`
  process.env['CHAOS_SECONDS'] = `${seconds}`
  const vitest = await startVitest('test', [], {
    config: join(import.meta.dirname, 'vitest.config.ts'),
    watch: false,
    disableConsoleIntercept: true,
  })
  await vitest.close()
}
