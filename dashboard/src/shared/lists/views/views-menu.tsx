// The menu of a list's views: built-in, own, and shared by colleagues.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Bookmark, Check } from 'lucide-react'
import { useState } from 'react'
import { useFilters } from '../../../ui/filters.tsx'
import { MenuOnDemand, type MenuParts } from '../../../ui/menu-on-demand.tsx'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { useIsInspecting, useSession } from '../../session.ts'
import { isShown, type ListView, listViewOf, savedViews, searchOf } from './list-view.ts'
import styles from './views-menu.module.css'

const SaveView = dialogOnDemand(async () => (await import('./save-view.tsx')).SaveView)
const ManageViews = dialogOnDemand(async () => (await import('./manage-views.tsx')).ManageViews)

export function ViewsMenu({ views }: { views: readonly ListView[] }) {
  const { t } = useLingui()
  const { search } = useFilters()
  const page = useLocation().pathname
  const isStaff = useSession().client === null
  const isInspecting = useIsInspecting()
  const [isAsked, setAsked] = useState(false)
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const isPlain = Object.keys(search).length === 0
  // Fetched when the menu is used, or when the current filters may match a saved view.
  const { data: saved = [] } = useQuery({ ...savedViews(page, isStaff), enabled: isAsked || !isPlain })
  const own = saved.filter(({ is_own }) => is_own).map(listViewOf)
  const shared = saved.filter(({ is_own }) => !is_own).map(listViewOf)
  const current = isPlain ? undefined : [...own, ...shared, ...views].find((view) => isShown(view, search))
  const close = () => setDialog(null)
  return (
    <>
      <MenuOnDemand
        prepare={() => setAsked(true)}
        width={260}
        position="bottom-start"
        withinPortal={false}
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
        entries={(Menu) => (
          <>
            <ViewItem Menu={Menu} view={{ name: t`All`, search: {} }} isCurrent={isPlain} />
            <ViewItems Menu={Menu} views={views} current={current} />
            <ViewItems Menu={Menu} label={t`Yours`} views={own} current={current} />
            <ViewItems Menu={Menu} label={t`Shared by colleagues`} views={shared} current={current} />
            {isInspecting ? null : (
              <>
                <Menu.Divider />
                <Menu.Item disabled={isPlain} onClick={() => setDialog('save')}>
                  {t`Save what is shown…`}
                </Menu.Item>
                {own.length + shared.length > 0 ? (
                  <Menu.Item onClick={() => setDialog('manage')}>{t`Manage views…`}</Menu.Item>
                ) : null}
              </>
            )}
          </>
        )}
      />

      {dialog === 'save' ? <SaveView page={page} close={close} /> : null}
      {dialog === 'manage' ? <ManageViews page={page} close={close} /> : null}
    </>
  )
}

type ViewItemsProps = {
  Menu: MenuParts
  label?: string
  views: readonly ListView[]
  current: ListView | undefined
}

function ViewItems({ Menu, label, views, current }: ViewItemsProps) {
  if (views.length === 0) return null
  return (
    <>
      {label ? <Menu.Label>{label}</Menu.Label> : null}
      {views.map((view) => (
        <ViewItem key={view.name} Menu={Menu} view={view} isCurrent={view === current} />
      ))}
    </>
  )
}

type ViewItemProps = { Menu: MenuParts; view: ListView; isCurrent: boolean }

function ViewItem({ Menu, view, isCurrent }: ViewItemProps) {
  const { show } = useFilters()
  return (
    <Menu.RadioItem
      value={view.name}
      checked={isCurrent}
      closeMenuOnClick
      checkIcon={<Check size={14} aria-hidden="true" />}
      onChange={() => show(searchOf(view))}
    >
      {view.name}
    </Menu.RadioItem>
  )
}
