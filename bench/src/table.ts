// Renders a summary as a Markdown table that can be pasted into a document.
import { figuresText } from './figures.ts'
import type { Machine } from './results.ts'
import type { Report, Table } from './scenarios/scenario.ts'
import type { ScenarioSummary, SummaryLine } from './summary.ts'

export function machineText({ processor, cores, memoryGb, system, node, postgres, date }: Machine): string {
  return `${cores} cores of ${processor}, ${memoryGb} GB, ${system}, Node.js ${node}, PostgreSQL ${postgres}, ${date}`
}

const columns: readonly (readonly [title: string, cell: (line: SummaryLine) => string])[] = [
  ['variant', (line) => line.variant],
  ['requests/s', (line) => String(line.requestsPerSecond)],
  ['ratio', (line) => (line.comparedTo === line.variant ? '1' : `${line.ratio} × ${line.comparedTo}`)],
  ['goal', (line) => (line.goal === null ? '' : `≥ ${line.goal} ×`)],
  ['CPU ms/request: Node + PostgreSQL', (line) => `${cpu(line.serverCpuMs)} + ${cpu(line.databaseCpuMs)}`],
  ['p50 ms', (line) => line.p50Ms.toFixed(1)],
  ['p99 ms', (line) => line.p99Ms.toFixed(1)],
]

export function summaryText({ scenario, about, othersShare, lines, figures }: ScenarioSummary): string {
  const rows = [
    columns.map(([title]) => title),
    ...lines.map((line) => columns.map(([, cell]) => cell(line))),
  ]
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const [head, ...body] = rows.map(
    (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  )
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [
    `${scenario}: ${about}`,
    '',
    head,
    rule,
    ...body,
    '',
    ...(figures.length > 0 ? [figuresText(figures), ''] : []),
    ...lines.flatMap(remark),
    ...otherLoad(othersShare),
  ]
    .join('\n')
    .trimEnd()
}

function remark({ variant, changedShare, commitsPerSecond }: SummaryLine): string[] {
  if (commitsPerSecond === null) return []
  const fresh =
    changedShare === null ? '' : `, ${(changedShare * 100).toFixed(1)} % of the responses were new`
  return [`${variant}: ${commitsPerSecond} commits/s meanwhile${fresh}`]
}

function otherLoad(othersShare: number | null): string[] {
  if (othersShare === null) return []
  return [`other processes used ${Math.round(othersShare * 100)} % of the machine meanwhile`]
}

const cpu = (ms: number | null) => ms?.toFixed(2) ?? '–'

// Renders a report as Markdown that can be pasted into a document.

export function reportText({ scenario, about, tables, figures, remarks }: Report): string {
  return [
    `${scenario}: ${about}`,
    ...tables.map(tableText),
    ...(figures.length > 0 ? [figuresText(figures)] : []),
    remarks.join('\n'),
  ]
    .join('\n\n')
    .trimEnd()
}

function tableText({ columns, rows }: Table): string {
  const widths = columns.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(columns), rule, ...rows.map(line)].join('\n')
}
