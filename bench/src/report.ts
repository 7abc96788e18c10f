// Renders a report as Markdown that can be pasted into a document.
import { figuresText } from './figures.ts'
import type { Report, Table } from './scenarios/custom-scenario.ts'

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
