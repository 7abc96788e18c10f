import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { Check } from 'lucide-react'
import { useFilters } from './filters.tsx'
import { type ColumnName, useShownColumns } from './list-columns.ts'
import { type MenuButton, useOpenedMenu } from './menu-on-demand.tsx'

type ColumnsEntriesProps = { columns: readonly ColumnName[]; button: MenuButton }

/** The first column cannot be hidden, because it links to the page of the row. */
export function ColumnsEntries({ columns, button }: ColumnsEntriesProps) {
  const { t } = useLingui()
  const { set } = useFilters()
  const { ref, ...menu } = useOpenedMenu()
  const shown = new Set(useShownColumns(columns).map(({ id }) => id))
  const toggle = (id: string) => {
    const next = columns.filter((column) => (column.id === id ? !shown.has(id) : shown.has(column.id)))
    set('columns', next.length === columns.length ? undefined : next.map((column) => column.id).join(','))
  }
  return (
    <Menu width={220} withinPortal={false} {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}
