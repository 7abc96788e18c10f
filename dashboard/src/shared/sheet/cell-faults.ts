// The faults that the service reports, as the cells of a sheet show them.
import type { SheetError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { faultText } from '../../ui/fault-text.ts'
import { formatPlainNumber } from '../../ui/format.ts'
import { withUnit } from '../../ui/values.tsx'
import type { Candidate, CellFault, SheetFaults } from './faults.ts'
import { sheetFaultTexts } from './sheet-fault-texts.ts'

/** In the reader's language; in the service's own words for a code that is not known here. */
export function useCellFault(): (error: SheetError, unit?: string) => CellFault {
  const { i18n } = useLingui()
  return useCallback(
    (error, unit = '') => {
      const text = faultText(sheetFaultTexts, error)
      return {
        column: error.column,
        value: error.value ?? '',
        text: text ? i18n._(text) : error.detail,
        candidates: candidatesOf(error, unit),
      }
    },
    [i18n],
  )
}

/** The nearest are first; more are not read. */
const maxCandidates = 4

/** People know a recipient by its name, and a product by its SKU. */
const isId = (value: string) => /^[0-9a-f-]{36}$/i.test(value)

/** What a number may have been meant to be is written without groups, so that it can be read in one way only. */
function candidatesOf({ code, params, candidates }: SheetError, unit: string): Candidate[] {
  const isNumber = code === 'ambiguous_number' || code === 'other_decimal_sign'
  if (!isNumber) {
    return candidates
      .slice(0, maxCandidates)
      .map(({ value, label }) => ({ text: value, label: label !== null && isId(value) ? label : value }))
  }
  return Object.values(params).map((value) => {
    const text = formatPlainNumber(Number(value))
    return { text, label: withUnit(text, Number(value), unit) }
  })
}

/** By the key of the row. */
export function sheetFaultsOf(
  errors: readonly SheetError[],
  rowOfLine: ReadonlyMap<number, number>,
  cellFault: (error: SheetError) => CellFault,
): SheetFaults {
  const faults = new Map<number, CellFault[]>()
  for (const error of errors) {
    const row = rowOfLine.get(error.line)
    if (row !== undefined) faults.set(row, [...(faults.get(row) ?? []), cellFault(error)])
  }
  return faults
}
