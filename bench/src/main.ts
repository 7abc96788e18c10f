// Runs the scenarios one after another, each on its own database.
import { startDatabase } from './database.ts'
import { type Options, readOptions, usage } from './options.ts'
import { describeMachine, saveResults } from './results.ts'
import { runRounds } from './rounds.ts'
import { withRunScope } from './run-scope.ts'
import { deepPages } from './scenarios/deep-pages.ts'
import { deliveries } from './scenarios/deliveries.ts'
import { documents } from './scenarios/documents.ts'
import { live } from './scenarios/live.ts'
import { memory } from './scenarios/memory.ts'
import { overview } from './scenarios/overview.ts'
import { processes } from './scenarios/processes.ts'
import { readByCookie } from './scenarios/read-by-cookie.ts'
import { readStock } from './scenarios/read-stock.ts'
import { receipt } from './scenarios/receipt.ts'
import type { CustomScenario, Report, Scenario } from './scenarios/scenario.ts'
import { writes } from './scenarios/writes.ts'
import { type ScenarioSummary, summarise } from './summary.ts'
import { machineText, reportText, summaryText } from './table.ts'

type AnyScenario = Scenario | CustomScenario

const scenarios: readonly AnyScenario[] = [
  readStock,
  readByCookie,
  writes,
  receipt,
  deliveries,
  deepPages,
  overview,
  documents,
  live,
  processes,
  memory,
]

try {
  const options = readOptions(process.argv.slice(2))
  await (options.help ? help() : bench(options))
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).message}\n`)
  process.exitCode = 1
}

async function bench(options: Options) {
  const machines = []
  const summaries: (ScenarioSummary | Report)[] = []
  for (const scenario of chosen(options.scenarios)) {
    const { summary, machine } = await run(scenario, options)
    machines.push(machine)
    summaries.push(summary)
  }
  const [machine] = machines
  if (!machine) return
  if (options.save) {
    const order = scenarios.map(({ name }) => name)
    saveResults(machine, summaries, order)
  }
  const text = options.json
    ? JSON.stringify({ machine, options, scenarios: summaries }, null, 2)
    : [machineText(machine), ...summaries.map(textOf)].join('\n\n')
  process.stdout.write(`${text}\n`)
}

function run(scenario: AnyScenario, options: Options) {
  return withRunScope(async (scope) => {
    const database = await startDatabase(scope)
    const machine = describeMachine(database.version)
    if ('run' in scenario) return { summary: await scenario.run(scope, database, options), machine }
    const prepared = await scenario.prepare(scope, database, options.connections)
    const samples = await runRounds(scope, database, prepared, options)
    return { summary: summarise(scenario, samples), machine }
  })
}

function textOf(summary: ScenarioSummary | Report): string {
  return 'tables' in summary ? reportText(summary) : summaryText(summary)
}

function chosen(names: readonly string[]): readonly AnyScenario[] {
  const unknown = names.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown !== undefined) {
    throw new Error(
      `unknown scenario "${unknown}"; the scenarios are ${scenarios.map(({ name }) => name).join(', ')}`,
    )
  }
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name))
}

async function help() {
  const list = scenarios.map(({ name, about }) => `  ${name.padEnd(18)} ${about}`)
  process.stdout.write(`${usage}\n\nScenarios:\n${list.join('\n')}\n`)
}
