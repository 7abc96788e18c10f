// Shows the progress of a long backup or restore: at most one line per second, overwritten in place on a terminal.
import type { WriteStream } from 'node:tty'
import type { Summary } from './format.ts'

const everyMs = 1_000

type Done = { rows: number; files: number; bytes: number }
export type Progress = { add(done: Partial<Done>): void; end(): void }

type Output = Pick<WriteStream, 'write'> & { isTTY?: boolean }

export function showProgress(label: string, output: Output, now: () => number = Date.now): Progress {
  const done: Done = { rows: 0, files: 0, bytes: 0 }
  let shownAt = now()
  let shown = false
  return {
    add({ rows = 0, files = 0, bytes = 0 }) {
      done.rows += rows
      done.files += files
      done.bytes += bytes
      if (now() - shownAt < everyMs) return
      shownAt = now()
      shown = true
      const line = `${label}: ${amounts(done)}`
      output.write(output.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    },
    end() {
      if (shown && output.isTTY) output.write('\r\x1b[K')
    },
  }
}

export function amountsOf({ rows, files, file_bytes }: Omit<Summary, 'sha256'>): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return amounts({ rows: total, files, bytes: file_bytes })
}

function amounts({ rows, files, bytes }: Done): string {
  const count = (value: number) => value.toLocaleString('en-US')
  return `${count(rows)} rows, ${count(files)} files, ${(bytes / 1024 ** 2).toFixed(1)} MiB`
}
