// `npm run chaos` runs a service of many processes under faults, and then audits its data.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

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

export type ChaosOptions = { seed: number; seconds: number }

const shortestSeconds = 20
const longestSeconds = 24 * 3600

export const usage = `Usage: npm run chaos [-- options]

  --seed <number>     choose the same faults, at the same times, as an earlier run; a new seed by default
  --seconds <number>  how long faults go on, from ${shortestSeconds} to ${longestSeconds}; 120 by default
  --help`

/** null if help was requested. */
export function readOptions(parameters: string[]): ChaosOptions | null {
  const { values } = parseArgs({
    args: parameters,
    options: { seed: { type: 'string' }, seconds: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return null
  const seed = wholeNumber('--seed', values.seed ?? `${Math.floor(Math.random() * 2 ** 32)}`, 0, 2 ** 32 - 1)
  const seconds = wholeNumber('--seconds', values.seconds ?? '120', shortestSeconds, longestSeconds)
  return { seed, seconds }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`)
  }
  return value
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options) await run(options)
  else process.stdout.write(`${usage}\n`)
} catch (error) {
  process.stderr.write(`chaos: ${(error as Error).message}\n`)
  process.exitCode = 1
}
