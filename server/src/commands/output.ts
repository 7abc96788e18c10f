// The output of commands: one JSON value on standard output with --json, otherwise a readable table. Everything
// else goes to standard error.
import type { Command } from 'commander'

export type JsonOption = { json?: boolean }

export function withJson(command: Command): Command {
  return command.option('--json', 'print exactly one JSON value on standard output')
}

export function say(line: string) {
  process.stderr.write(`${line}\n`)
}

export function print(value: object | readonly object[], { json }: JsonOption, columns?: readonly string[]) {
  const text = json ? JSON.stringify(value) : Array.isArray(value) ? table(value, columns) : fields(value)
  process.stdout.write(`${text}\n`)
}

function fields(value: object): string {
  const entries = Object.entries(value).filter(([, field]) => field !== null)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, field]) => `${name.padEnd(width)}  ${plain(field)}`).join('\n')
}

function table(rows: readonly Record<string, unknown>[], columns: readonly string[] = []): string {
  if (rows.length === 0) return '(none)'
  const lines = [columns, ...rows.map((row) => columns.map((column) => plain(row[column])))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function plain(value: unknown): string {
  return value === null || value === undefined ? '–' : Array.isArray(value) ? value.join(',') : String(value)
}
