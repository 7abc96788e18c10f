import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { SheetColumn } from './columns.ts'

type Shape<Id extends string> = Omit<SheetColumn, 'label' | 'names'> & { id: Id; label: MessageDescriptor }

/** The columns of a kind of sheet, in the language that is shown. `names`: the headings that the service knows of each. */
export function useSheetColumns<Id extends string>(
  shapes: readonly Shape<Id>[],
  names: Readonly<Record<Id, SheetColumn['names']>>,
): readonly SheetColumn[] {
  const { i18n } = useLingui()
  return useMemo(
    () => shapes.map((shape) => ({ ...shape, label: i18n._(shape.label), names: names[shape.id] })),
    [shapes, names, i18n],
  )
}
