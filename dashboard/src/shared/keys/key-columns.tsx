import { useLingui } from '@lingui/react/macro'
import type { Column } from '../../ui/data-table.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Moment, Mono, None } from '../../ui/values.tsx'
import { useIsInspecting } from '../session.ts'
import type { AnyKey } from './key.ts'
import styles from './key-list.module.css'
import { isUsable, KeyStateChip } from './key-state.tsx'

/** `own` are the columns that only one kind of key has. */
export function useKeyColumns<Key extends AnyKey>(
  own: readonly Column<Key>[],
  ask: (key: Key, kind: 'rotate' | 'revoke') => void,
): Column<Key>[] {
  const { t } = useLingui()
  const isInspecting = useIsInspecting()
  const columns: Column<Key>[] = [
    {
      id: 'name',
      label: t`Name`,
      cell: ({ name, key_prefix }) => (
        <div className={styles['name']}>
          <b>{name}</b>
          <Mono>{key_prefix}…</Mono>
        </div>
      ),
    },
    { id: 'state', label: t`State`, cell: (key) => <KeyStateChip of={key} /> },
    ...own,
    {
      id: 'last_used_at',
      label: t`Last use`,
      from: 'sm',
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} ago /> : <None />),
    },
    {
      id: 'expires_at',
      label: t`Expires`,
      from: 'md',
      cell: ({ expires_at }) =>
        expires_at ? <Moment at={expires_at} ago /> : <span className="quiet">{t`never`}</span>,
    },
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (key) =>
        isUsable(key) ? (
          <RowMenu
            label={t`Actions for ${key.name}`}
            actions={[
              { label: t`Rotate…`, act: () => ask(key, 'rotate') },
              { label: t`Revoke…`, act: () => ask(key, 'revoke'), isDangerous: true },
            ]}
          />
        ) : null,
    },
  ]
  return isInspecting ? columns.filter(({ id }) => id !== 'actions') : columns
}
