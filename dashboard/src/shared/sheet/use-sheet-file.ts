// Reads a file into a sheet. The service reads it, because only that knows workbooks.
import type { SheetError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { noteEndOfSession } from '../api.ts'
import { sheetFaultsOf, useCellFault } from './cell-faults.ts'
import type { PastedTable } from './columns.ts'
import { type SheetPreview, sendSheet } from './use-check.ts'

type FileState =
  | { step: 'waiting' }
  | { step: 'reading'; file: File; share: number }
  | { step: 'failed'; error: unknown; retry: () => void }
  /** The file has no table. */
  | { step: 'unreadable'; file: File; reasons: readonly string[] }
  | { step: 'read'; workbook: SheetPreview['workbook']; file: File }

/** What the text of a cell does not show. */
const onlyInFile: ReadonlySet<string> = new Set(['cell_error', 'formula_without_value', 'merged_cells'])

export function useSheetFile(
  route: Parameters<typeof sendSheet>[0] | null,
  take: (table: PastedTable) => void,
) {
  const { t } = useLingui()
  const cellFault = useCellFault()
  const [state, setState] = useState<FileState>({ step: 'waiting' })
  const underWay = useRef<AbortController | null>(null)
  /** The value of the cell may be missing because it is to be empty. */
  const inFile = (error: SheetError) => {
    const fault = cellFault(error)
    return { ...fault, candidates: [{ text: fault.value, label: fault.value || t`Leave it empty` }] }
  }
  const read = async (file: File): Promise<void> => {
    if (!route) return
    underWay.current?.abort()
    const controller = new AbortController()
    underWay.current = controller
    const show = (next: FileState) => {
      if (!controller.signal.aborted) setState(next)
    }
    const onProgress = (share: number) => show({ step: 'reading', file, share })
    onProgress(0)
    try {
      const { lines, columns, faults, workbook } = await sendSheet<SheetPreview>(route, file, {
        ...{ query: { dry_run: 'true' }, onProgress, signal: controller.signal },
      })
      if (controller.signal.aborted) return
      if (lines.length === 0) {
        const reasons = [...new Set(faults.map((fault) => cellFault(fault).text))]
        return show({ step: 'unreadable', file, reasons })
      }
      const ofFile = faults.filter(({ code }) => onlyInFile.has(code))
      take({
        headings: columns.map(({ heading }) => heading),
        rows: lines.map(({ cells }) => cells),
        faults: sheetFaultsOf(ofFile, new Map(lines.map(({ line }, index) => [line, index])), inFile),
      })
      show({ step: 'read', workbook, file })
    } catch (error) {
      noteEndOfSession(error)
      show({ step: 'failed', error, retry: () => void read(file) })
    }
  }
  return {
    state,
    read: (file: File) => void read(file),
    cancel: () => {
      underWay.current?.abort()
      setState({ step: 'waiting' })
    },
  }
}
