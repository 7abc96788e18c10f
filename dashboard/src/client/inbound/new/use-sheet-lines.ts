// The lines of a sheet that was pasted, dropped or chosen. The service reads all of them, as it reads every other sheet; what it
// does not understand of a line stays as it was written, to be corrected in the form.
import type { InboundColumn } from '@anden/contract/values'
import { AndenError, type InboundSheet, type SheetError } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { noteEndOfSession } from '../../../shared/api.ts'
import { useCellFault } from '../../../shared/sheet/cell-faults.ts'
import { sendSheet } from '../../../shared/sheet/use-check.ts'
import { formatList, formatNumber } from '../../../ui/format.ts'
import { useProblemText } from '../../../ui/problem-texts.ts'
import { type NoticeLineFields, newLine } from './notice-fields.ts'
import { dayIn, isTable, sheetOf } from './pasted-sheet.ts'

const route = { url: '/api/v1/portal/inbound/read-sheet', hasNumbers: true }

export function useSheetLines(append: (lines: NoticeLineFields[]) => void) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const cellFault = useCellFault()
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const take = async (sheet: Blob) => {
    setRefused([])
    setReading(true)
    try {
      const read = await sendSheet<InboundSheet>(route, sheet)
      append(linesOf(read))
      setRefused([...unknownText(read), ...faultTexts(read.faults.filter(isLost))])
    } catch (error) {
      noteEndOfSession(error)
      const faults =
        error instanceof AndenError && error.code === 'imports/invalid-sheet' ? error.problem.errors : []
      setRefused(faults.length > 0 ? faultTexts(faults) : [textOf(error).title])
    } finally {
      setReading(false)
    }
  }
  const unknownText = ({ items, faults }: InboundSheet) => {
    const rows = items.filter(({ product_id }) => product_id === null)
    if (rows.length === 0) return []
    const count = plural(rows.length, { one: '# row was', other: '# rows were' })
    const named = rows.map(({ line, sku }) => {
      const fault = faults.find((one) => one.line === line && one.column === 'sku')
      const [near] = fault?.candidates ?? []
      return sku && near ? t`${sku} (${near.value}?)` : sku || t`(no SKU)`
    })
    const skus = formatList([...new Set(named)].slice(0, mostNamed))
    return [t`${count} not taken, because no product has this SKU: ${skus}`]
  }
  const faultTexts = (faults: readonly SheetError[]) => {
    const texts = faults.map((fault) => {
      const line = formatNumber(fault.line)
      const place = fault.column === null ? t`Line ${line}` : t`Line ${line}, ${fault.column}`
      return `${place}: ${cellFault(fault).text}`
    })
    return [...new Set(texts)].slice(0, mostNamed)
  }
  return {
    isReading,
    refused,
    isTable,
    paste: (text: string) => void take(new Blob([sheetOf(text)], { type: 'text/csv' })),
    read: (file: File) => void take(file),
  }
}

const mostNamed = 10

/** What is wrong with a field shows there. This does not: it is about a column or the file, or the cell is empty without it. */
const isLost = ({ code }: SheetError) =>
  ['column_missing', 'column_twice', 'unknown_column', 'formula_without_value', 'merged_cells'].includes(code)

function linesOf({ columns, lines, items }: InboundSheet): NoticeLineFields[] {
  const positionOf = (name: InboundColumn) => columns.findIndex((column) => column.name === name)
  return items.flatMap((item, index) => {
    const { product_id: id, sku, name, unit_type } = item
    if (id === null || sku === null || name === null || unit_type === null) return []
    const written = (column: InboundColumn) => lines[index]?.cells[positionOf(column)] ?? ''
    return {
      ...newLine({ id, sku, name, unit_type }),
      quantity: written('quantity'),
      lot_number: written('lot_number'),
      expiry_date: dayIn(written('expiry_date')),
      vintage_year: written('vintage_year'),
    }
  })
}
