import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Check, Columns3 } from 'lucide-react'
import { useFilters } from './filters.tsx'
import { type ColumnName, useShownColumns } from './list-columns.ts'
import { MenuOnDemand } from './menu-on-demand.tsx'

/** Chooses the columns of the list. The first cannot be hidden, because it links to the page of the row. */
export function ColumnsMenu({ columns }: { columns: readonly ColumnName[] }) {
  const { t } = useLingui()
  const { set } = useFilters()
  const shown = new Set(useShownColumns(columns).map(({ id }) => id))
  const toggle = (id: string) => {
    const next = columns.filter((column) => (column.id === id ? !shown.has(id) : shown.has(column.id)))
    set('columns', next.length === columns.length ? undefined : next.map((column) => column.id).join(','))
  }
  return (
    <MenuOnDemand
      width={220}
      withinPortal={false}
      button={(props) => (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Columns3 size={15} aria-hidden="true" />}
          {...props}
        >
          {t`Columns`}
        </Button>
      )}
      entries={(Menu) => (
        <>
          {columns.slice(1).map(({ id, label }) => (
            <Menu.CheckboxItem
              key={id}
              checked={shown.has(id)}
              checkIcon={<Check size={14} aria-hidden="true" />}
              onChange={() => toggle(id)}
            >
              {label}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => set('columns', undefined)}>{t`Show all`}</Menu.Item>
        </>
      )}
    />
  )
}
