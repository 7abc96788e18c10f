import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Check } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'
import type { SheetColumn } from './columns.ts'
import type { Sheet } from './use-sheet.ts'

/** The columns that a sheet shows, and a menu for those that are rare. A column with contents is always shown. */
export function useShownColumns(
  columns: readonly SheetColumn[],
  sheet: Sheet,
): { shown: readonly SheetColumn[]; menu: ReactNode } {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const filled = useMemo(() => new Set(sheet.rows.flatMap(({ cells }) => Object.keys(cells))), [sheet.rows])
  const signature = columns.map(({ id, isRare }) => !isRare || filled.has(id) || chosen.has(id)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns stay the same array, so that no row is rendered again
  const shown = useMemo(
    () => columns.filter(({ id, isRare }) => !isRare || filled.has(id) || chosen.has(id)),
    [columns, signature],
  )
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const menu = (
    <MenuOnDemand
      width={220}
      withinPortal={false}
      button={(props) => (
        <Button size="compact-sm" variant="subtle" color="gray" {...props}>
          {t`Columns`}
        </Button>
      )}
      entries={(Menu) =>
        columns
          .filter(({ isRare }) => isRare)
          .map(({ id, label }) => (
            <Menu.CheckboxItem
              key={id}
              checked={shown.some((column) => column.id === id)}
              disabled={filled.has(id)}
              checkIcon={<Check size={14} aria-hidden="true" />}
              onChange={() => toggle(id)}
            >
              {label}
            </Menu.CheckboxItem>
          ))
      }
    />
  )
  return { shown, menu: columns.some(({ isRare }) => isRare) ? menu : null }
}
