import { parseArgs } from 'node:util'
import { wholeNumber } from '../../server/src/config/parsers.ts'

export type Options = Readonly<ReturnType<typeof readOptions>>

export const usage = `npm run bench -- [scenario…] [options]

  --seconds <n>      measured time per variant and round (default 2)
  --rounds <n>       rounds over all variants (default 4)
  --connections <n>  concurrent connections (default 64)
  --minutes <n>      of load in the scenario "memory" (default 1)
  --save             update bench/results.json and the chart, bench/results.svg
  --json             print JSON instead of tables
  --help             print this`

export function readOptions(given: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '64' },
      minutes: { type: 'string', default: '1' },
      save: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    scenarios: positionals,
    seconds: integerOption('--seconds', values.seconds, 1, 60),
    rounds: integerOption('--rounds', values.rounds, 1, 50),
    connections: integerOption('--connections', values.connections, 1, 512),
    minutes: integerOption('--minutes', values.minutes, 1, 60),
    save: values.save,
    json: values.json,
    help: values.help,
  }
}

function integerOption(name: string, text: string, min: number, max: number): number {
  const value = wholeNumber(text, min, max)
  if (value === null) throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}
