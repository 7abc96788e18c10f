// The results in the repository: the latest figures of every scenario, and their chart. A run of one scenario replaces
// only its own figures.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { chartOf } from './chart.ts'
import type { Figure } from './figures.ts'
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

export type Machine = {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  postgres: string
  date: string
}

export function describeMachine(postgres: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: type(),
    node: process.versions.node,
    postgres,
    date: new Date().toISOString().slice(0, 10),
  }
}
