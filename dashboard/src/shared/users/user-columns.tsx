import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { useSession } from '../session.ts'
import { LastSeen } from './last-seen.tsx'
import type { AnyUser } from './user.ts'

/** The columns for users of a client and of the staff. `rights` shows what the person may do. */
export function useUserColumns<User extends AnyUser>(
  rights: Column<User>,
  actionsFor: (user: User) => readonly RowAction[],
): Column<User>[] {
  const { t } = useLingui()
  const { user: self, inspection } = useSession()
  const columns: Column<User>[] = [
    {
      id: 'name',
      label: t`Name`,
      width: '20%',
      cell: ({ id, name }) => (
        <>
          <b>{name}</b> {id === self.id ? <span className="quiet">{t`(you)`}</span> : null}
        </>
      ),
    },
    { id: 'email', label: t`E-mail`, from: 'sm', width: '26%', cell: ({ email }) => email },
    { ...rights, width: '24%' },
    {
      id: 'two_factor_enabled',
      label: t`Second factor`,
      from: 'md',
      cell: ({ two_factor_enabled: isOn }) => (
        <Chip tone={isOn ? 'ok' : 'mute'}>{isOn ? t`on` : t`off`}</Chip>
      ),
    },
    {
      id: 'last_seen_at',
      label: t`Last seen`,
      from: 'sm',
      cell: (user) => <LastSeen {...user} />,
    },
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (user) => <RowMenu label={t`Actions for ${user.name}`} actions={actionsFor(user)} />,
    },
  ]
  return inspection ? columns.filter(({ id }) => id !== 'actions') : columns
}
