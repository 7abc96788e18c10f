// The views of a list: those that come with it, the own ones, and those that colleagues share.
import { useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Bookmark, Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../shell/session.ts'
import { useFilters } from '../ui/filters.tsx'
import { isShown, type ListView, listViewOf, searchOf } from './list-view.ts'
import { savedViews } from './queries.ts'
import styles from './views-menu.module.css'

const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }))
const ManageViews = lazy(async () => ({ default: (await import('./manage-views.tsx')).ManageViews }))

export function ViewsMenu({ views }: { views: readonly ListView[] }) {
  const { t } = useLingui()
  const { search } = useFilters()
  const page = useLocation().pathname
  const isStaff = useSession().client === null
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const isPlain = Object.keys(search).length === 0
  // Asked for when they are looked for, or when one of them may be what is shown.
  const { data: saved = [] } = useQuery({ ...savedViews(page, isStaff), enabled: isOpen || !isPlain })
  const own = saved.filter(({ is_own }) => is_own).map(listViewOf)
  const shared = saved.filter(({ is_own }) => !is_own).map(listViewOf)
  const current = isPlain ? undefined : [...own, ...shared, ...views].find((view) => isShown(view, search))
  const close = () => setDialog(null)
  return (
    <>
      <Menu width={260} position="bottom-start" withinPortal={false} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<Bookmark size={15} aria-hidden="true" />}>
            <span className={styles['name']}>{current?.name ?? t`Views`}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItem view={{ name: t`All`, search: {} }} isCurrent={isPlain} />
          <ViewItems views={views} current={current} />
          <ViewItems label={t`Yours`} views={own} current={current} />
          <ViewItems label={t`Shared by colleagues`} views={shared} current={current} />
          <Menu.Divider />
          <Menu.Item disabled={isPlain} onClick={() => setDialog('save')}>
            {t`Save what is shown…`}
          </Menu.Item>
          {saved.length > 0 ? (
            <Menu.Item onClick={() => setDialog('manage')}>{t`Manage views…`}</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'save' ? <SaveView page={page} close={close} /> : null}
        {dialog === 'manage' ? <ManageViews page={page} close={close} /> : null}
      </Suspense>
    </>
  )
}

function ViewItems({
  label,
  views,
  current,
}: {
  label?: string
  views: readonly ListView[]
  current: ListView | undefined
}) {
  if (views.length === 0) return null
  return (
    <>
      {label ? <Menu.Label>{label}</Menu.Label> : null}
      {views.map((view) => (
        <ViewItem key={view.name} view={view} isCurrent={view === current} />
      ))}
    </>
  )
}

function ViewItem({ view, isCurrent }: { view: ListView; isCurrent: boolean }) {
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
