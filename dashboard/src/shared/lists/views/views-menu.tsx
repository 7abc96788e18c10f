// The views of a list. The menu is loaded when it is opened.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { lazy, useState } from 'react'
import { useFilters } from '../../../ui/filters.tsx'
import { MenuOnDemand } from '../../../ui/menu-on-demand.tsx'
import { useSession } from '../../session.ts'
import { isShown, type ListView, listViewOf } from './list-view.ts'
import { savedViews } from './queries.ts'
import styles from './views-menu.module.css'

const load = () => import('./view-entries.tsx')
const ViewEntries = lazy(async () => ({ default: (await load()).ViewEntries }))

export function ViewsMenu({ views }: { views: readonly ListView[] }) {
  const { t } = useLingui()
  const { search } = useFilters()
  const page = useLocation().pathname
  const isStaff = useSession().client === null
  const [isAsked, setAsked] = useState(false)
  const isPlain = Object.keys(search).length === 0
  // Fetched when the menu is used, or when the current filters may match a saved view.
  const { data: saved = [] } = useQuery({ ...savedViews(page, isStaff), enabled: isAsked || !isPlain })
  const own = saved.filter(({ is_own }) => is_own).map(listViewOf)
  const shared = saved.filter(({ is_own }) => !is_own).map(listViewOf)
  const current = isPlain ? undefined : [...own, ...shared, ...views].find((view) => isShown(view, search))
  const ask = () => {
    setAsked(true)
    return load()
  }
  return (
    <MenuOnDemand
      load={ask}
      button={(props) => (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Bookmark size={15} aria-hidden="true" />}
          {...props}
        >
          <span className={styles['name']}>{current?.name ?? t`Views`}</span>
        </Button>
      )}
      menu={(button) => <ViewEntries {...{ page, views, own, shared, current, button }} />}
    />
  )
}
