// The menu of a list's views: built-in, own, and shared by colleagues.

import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useFilters } from '../../../ui/filters.tsx'
import { type MenuButton, useOpenedMenu } from '../../../ui/menu-on-demand.tsx'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { useIsInspecting } from '../../session.ts'
import { type ListView, searchOf } from './list-view.ts'

const SaveView = dialogOnDemand(async () => (await import('./save-view.tsx')).SaveView)
const ManageViews = dialogOnDemand(async () => (await import('./manage-views.tsx')).ManageViews)

type ViewEntriesProps = {
  page: string
  views: readonly ListView[]
  own: readonly ListView[]
  shared: readonly ListView[]
  current: ListView | undefined
  button: MenuButton
}

export function ViewEntries({ page, views, own, shared, current, button }: ViewEntriesProps) {
  const { t } = useLingui()
  const { search } = useFilters()
  const { ref, ...menu } = useOpenedMenu()
  const isInspecting = useIsInspecting()
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const isPlain = Object.keys(search).length === 0
  const close = () => setDialog(null)
  return (
    <>
      <Menu width={260} position="bottom-start" withinPortal={false} {...menu}>
        <Menu.Target>{button({ ref })}</Menu.Target>
        <Menu.Dropdown>
          <ViewItem view={{ name: t`All`, search: {} }} isCurrent={isPlain} />
          <ViewItems views={views} current={current} />
          <ViewItems label={t`Yours`} views={own} current={current} />
          <ViewItems label={t`Shared by colleagues`} views={shared} current={current} />
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
        </Menu.Dropdown>
      </Menu>

      {dialog === 'save' ? <SaveView page={page} close={close} /> : null}
      {dialog === 'manage' ? <ManageViews page={page} close={close} /> : null}
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
