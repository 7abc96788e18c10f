import type { SavedView } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Detail } from '../../../ui/detail.tsx'
import { useFilters } from '../../../ui/filters.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { ProblemNote } from '../../../ui/problem.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { markOld } from '../../api.ts'
import { useSession } from '../../session.ts'
import { changeView, deleteView, savedPartOf, savedViews } from './list-view.ts'
import styles from './views-menu.module.css'

/** The user's own views; for administrators, also those shared by colleagues. */
export function ManageViews({ page, close }: { page: string; close: () => void }) {
  const { t } = useLingui()
  const { client, role, scopes } = useSession()
  const isAdministrator = role === 'administrator' || scopes.includes('staff:admin')
  return (
    <Modal opened onClose={close} title={t`Manage views`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Detail query={savedViews(page, client === null)}>
        {(views) => {
          const changeable = views.filter(({ is_own }) => is_own || isAdministrator)
          if (changeable.length === 0)
            return <p className="quiet">{t`There is no view that you can change.`}</p>
          return (
            <ul className={styles['views']}>
              {changeable.map((view) => (
                <ViewLine key={view.id} {...view} />
              ))}
            </ul>
          )
        }}
      </Detail>
    </Modal>
  )
}

function ViewLine({ id, name, shared, is_own, owner_name }: SavedView) {
  const { t } = useLingui()
  const { client, role } = useSession()
  const isStaff = client === null
  const { search } = useFilters()
  const change = useAction({
    mutationFn: async (wanted: 'update' | 'share' | 'delete') => {
      if (wanted === 'delete') return await deleteView(isStaff, id)
      await changeView(isStaff, id, wanted === 'share' ? { shared: !shared } : savedPartOf(search))
    },
    onSuccess: () => markOld('views'),
  })
  const state = !is_own ? t`shared by ${owner_name}` : shared ? t`shared` : t`only you`
  return (
    <li>
      <div>
        <b>{name}</b>
        <br />
        <span className="quiet">{state}</span>
      </div>
      <Button size="compact-sm" loading={change.isPending} onClick={() => change.mutate('update')}>
        {t`Set to what is shown`}
      </Button>
      {role === 'reader' ? null : (
        <Button size="compact-sm" onClick={() => change.mutate('share')}>
          {shared ? t`Stop sharing` : t`Share`}
        </Button>
      )}
      <Button size="compact-sm" onClick={() => change.mutate('delete')} aria-label={t`Delete ${name}`}>
        {t`Delete`}
      </Button>
      {change.isError ? <ProblemNote error={change.error} /> : null}
    </li>
  )
}
