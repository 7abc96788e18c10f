// The results in the repository: the latest figures of every scenario, and their chart. A run of one scenario replaces
// only its own figures.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chartOf } from './chart.ts'
import type { Figure } from './figures.ts'
import type { Machine } from './machine.ts'
import { machineText } from './table.ts'

const resultsFile = fileURLToPath(new URL('../results.json', import.meta.url))
const chartFile = fileURLToPath(new URL('../results.svg', import.meta.url))

type Saved = Record<string, { machine: Machine; figures: Figure[] }>

export function saveResults(
  machine: Machine,
  summaries: readonly { scenario: string; figures: Figure[] }[],
  order: readonly string[],
): void {
  const saved: Saved = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
  for (const { scenario, figures } of summaries) {
    if (figures.length > 0) saved[scenario] = { machine, figures: figures.map(short) }
  }
  const known = order.flatMap((name) => (saved[name] ? [[name, saved[name]] as const] : []))
  writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`)
  const figures = known.flatMap(([, one]) => one.figures)
  writeFileSync(chartFile, chartOf(figures, machineText(machine)))
}

const short = (figure: Figure): Figure => ({
  ...figure,
  value: Number(figure.value.toPrecision(4)),
  low: Number(figure.low.toPrecision(4)),
  high: Number(figure.high.toPrecision(4)),
})
