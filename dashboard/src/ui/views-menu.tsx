// Views of a list: a name for filters and columns. Those that everybody needs come with the list.
import { useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { Bookmark, Check } from 'lucide-react'
import { type Search, useFilters } from './filters.tsx'
import styles from './list-tools.module.css'

export type ListView = { name: string; search: Search; columns?: string }

export function ViewsMenu({ views }: { views: readonly ListView[] }) {
  const { t } = useLingui()
  const { search, show } = useFilters()
  const all: ListView = { name: t`All`, search: {} }
  const offered = [all, ...views]
  const current = offered.find((view) => isShown(view, search))
  return (
    <Menu width={240} position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<Bookmark size={15} aria-hidden="true" />}>
          {current && current !== all ? current.name : t`Views`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Views`}>
        {offered.map((view) => (
          <Menu.Item
            key={view.name}
            role="menuitemradio"
            aria-checked={view === current}
            leftSection={
              <Check size={14} aria-hidden="true" className={view === current ? '' : styles['off']} />
            }
            onClick={() => show(searchOf(view))}
          >
            {view.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const searchOf = ({ search, columns }: ListView): Search => ({ ...search, ...(columns ? { columns } : {}) })

function isShown(view: ListView, search: Search): boolean {
  const { open: _open, ...shown } = search
  return sorted(searchOf(view)) === sorted(shown)
}

const sorted = (search: Search) =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)])
      .sort(),
  )
