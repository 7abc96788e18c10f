// Has the service check a sheet while it is filled in. Only the newest answer counts.
import type { RecordsImportPreview } from '@anden/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatLocale } from '../../ui/languages.ts'
import { signsOf } from '../../ui/number/write-number.ts'
import { noteEndOfSession } from '../api.ts'
import { environmentHeaders } from '../environment.ts'
import { errorOfAnswer } from '../files/answer-error.ts'
import { upload } from '../files/upload.ts'
import { isBlank, type SheetColumn } from './columns.ts'
import { writeTable } from './table-text.ts'
import type { Sheet, SheetRow } from './use-sheet.ts'

/** What the answers to all dry runs have in common. */
export type SheetPreview = Pick<
  RecordsImportPreview,
  'workbook' | 'columns' | 'lines' | 'faults' | 'fault_count'
>

export type Checked<Preview> = {
  answer: Preview
  rows: readonly SheetRow[]
  /** The key of the row that stands on a line of the text that was checked. */
  rowOfLine: ReadonlyMap<number, number>
}

/** `hasNumbers`: it is told by which signs they are written, those of the language that is shown. */
export type SheetRoute = {
  url: string
  query?: Readonly<Record<string, string>>
  hasNumbers?: boolean
}

const checkedAfterMs = 400

export function useCheck<Preview extends SheetPreview>(
  sheet: Sheet,
  columns: readonly SheetColumn[],
  route: SheetRoute | null,
) {
  const [checked, setChecked] = useState<Checked<Preview> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const isFirst = useRef(true)
  const { rows } = sheet
  const filled = useMemo(() => rows.filter(({ cells }) => !isBlank(cells)), [rows])
  const routeKey = JSON.stringify(route)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a route is what its text says; another attempt checks again
  useEffect(() => {
    if (filled.length === 0 || !route) {
      setChecked(null)
      setError(null)
      return
    }
    const controller = new AbortController()
    const check = async () => {
      try {
        const answer = await sendSheet<Preview>(route, sheetFile(filled, columns), {
          query: { dry_run: 'true' },
          signal: controller.signal,
        })
        setChecked({ answer, rows: filled, rowOfLine: rowsByLine(filled) })
        setError(null)
      } catch (failure) {
        if (controller.signal.aborted) return
        noteEndOfSession(failure)
        setError(failure)
      }
    }
    const timer = setTimeout(() => void check(), isFirst.current ? 0 : checkedAfterMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [filled, columns, routeKey, attempt])
  return {
    /** The newest answer; its faults may be of cells that have been changed since. */
    checked,
    /** Whether nothing has changed since. */
    isCurrent: checked !== null && isSame(checked.rows, filled) && error === null,
    isEmpty: filled.length === 0,
    error,
    again: () => setAttempt(attempt + 1),
    /** What was checked, as a file. */
    file: () => sheetFile(filled, columns),
  }
}

const isSame = (some: readonly SheetRow[], others: readonly SheetRow[]) =>
  some.length === others.length && some.every((row, index) => row === others[index])

const rowsByLine = (rows: readonly SheetRow[]) => new Map(rows.map(({ key }, index) => [index + 2, key]))

/** The headings are the names of the columns in the API, which every language understands. */
function sheetFile(rows: readonly SheetRow[], columns: readonly SheetColumn[]): Blob {
  const used = columns.filter(
    ({ id, isRare }) => !isRare || rows.some(({ cells }) => cells[id] !== undefined),
  )
  const lines = rows.map(({ cells }) => used.map(({ id }) => cells[id] ?? ''))
  return new Blob([writeTable([used.map(({ id }) => id), ...lines], ',')], { type: 'text/csv' })
}

type Sending = {
  query?: Readonly<Record<string, string>>
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

export async function sendSheet<Answer>(
  route: SheetRoute,
  file: Blob,
  { query = {}, ...sending }: Sending = {},
): Promise<Answer> {
  const sign = signsOf(formatLocale()).decimal === ',' ? 'comma' : 'point'
  const ofNumbers: Record<string, string> = route.hasNumbers ? { decimal_sign: sign } : {}
  const url = `${route.url}?${new URLSearchParams({ ...ofNumbers, ...route.query, ...query })}`
  const answer = await upload({ url, file, ...sending, headers: environmentHeaders })
  if (answer.status !== 200 && answer.status !== 201) throw errorOfAnswer(answer, { url })
  return JSON.parse(answer.text)
}
